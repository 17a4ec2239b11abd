import unittest

from taskgraph.retry import RetryPolicy, call_with_retries


class PolicyTest(unittest.TestCase):
    def test_delays_grow_to_the_limit(self):
        policy = RetryPolicy(max_attempts=6, delay=2, factor=3, max_delay=30)
        self.assertEqual(list(policy.delays()), [2, 6, 18, 30, 30])

    def test_first_attempt_has_no_delay(self):
        self.assertEqual(RetryPolicy(delay=5).delay_before(1), 0.0)

    def test_single_attempt(self):
        self.assertEqual(list(RetryPolicy().delays()), [])
        self.assertFalse(RetryPolicy().should_retry(1, OSError()))

    def test_error_types(self):
        policy = RetryPolicy(
            max_attempts=3, retry_on=(OSError,), give_up_on=(FileNotFoundError,)
        )
        self.assertTrue(policy.should_retry(1, ConnectionError()))
        self.assertFalse(policy.should_retry(1, FileNotFoundError()))
        self.assertFalse(policy.should_retry(1, ValueError()))
        self.assertFalse(policy.should_retry(3, ConnectionError()))

    def test_bad_values(self):
        for options in ({"max_attempts": 0}, {"delay": -1}, {"factor": 0.5}):
            with self.subTest(options=options), self.assertRaises(ValueError):
                RetryPolicy(**options)


class CallTest(unittest.TestCase):
    def setUp(self):
        self.waits = []
        self.failures = 0

    def work(self):
        if self.failures:
            self.failures -= 1
            raise OSError("busy")
        return "done"

    def call(self, **options):
        return call_with_retries(self.work, RetryPolicy(**options), self.waits.append)

    def test_success_after_failures(self):
        self.failures = 2
        self.assertEqual(self.call(max_attempts=3), ("done", 3))
        self.assertEqual(self.waits, [1, 2])

    def test_last_error_is_passed_on(self):
        self.failures = 5
        with self.assertRaises(OSError) as caught:
            self.call(max_attempts=2)
        self.assertEqual(caught.exception.attempts, 2)
        self.assertEqual(self.failures, 3)

    def test_no_sleep_without_delay(self):
        self.failures = 1
        self.call(max_attempts=2, delay=0)
        self.assertEqual(self.waits, [])
