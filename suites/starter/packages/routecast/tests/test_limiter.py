import unittest

from routecast import RateLimiter, SlidingWindow


class FakeClock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


class RateLimiterTest(unittest.TestCase):
    def setUp(self):
        self.clock = FakeClock()
        self.limiter = RateLimiter(3, 6, self.clock)

    def test_burst(self):
        answers = [self.limiter.check("a") for _ in range(4)]
        self.assertEqual([answer.allowed for answer in answers], [True, True, True, False])
        self.assertEqual([answer.remaining for answer in answers], [2, 1, 0, 0])
        self.assertEqual(answers[-1].retry_after, 2.0)

    def test_refill(self):
        for _ in range(3):
            self.limiter.check("a")
        self.clock.now += 1
        self.assertFalse(self.limiter.check("a").allowed)
        self.clock.now += 1
        self.assertTrue(self.limiter.check("a").allowed)

    def test_never_more_than_the_capacity(self):
        self.limiter.check("a")
        self.clock.now += 1000
        self.assertEqual(self.limiter.check("a").remaining, 2)

    def test_clock_going_back(self):
        self.limiter.check("a")
        self.clock.now -= 50
        self.assertEqual(self.limiter.check("a").remaining, 1)

    def test_keys_are_independent(self):
        self.limiter.check("a", 3)
        self.assertTrue(self.limiter.check("b").allowed)

    def test_prune(self):
        self.limiter.check("a", 3)
        self.limiter.check("b", 1)
        self.clock.now += 2
        self.assertEqual(self.limiter.prune(), 1)
        self.assertEqual(len(self.limiter), 1)

    def test_headers(self):
        self.limiter.check("a", 3)
        self.clock.now += 0.5
        headers = self.limiter.check("a").headers()
        self.assertEqual(headers, {"X-RateLimit-Remaining": "0", "Retry-After": "2"})

    def test_wrong_arguments(self):
        with self.assertRaises(ValueError):
            RateLimiter(0, 1, self.clock)
        with self.assertRaisesRegex(ValueError, "cost 4 is more than the capacity 3"):
            self.limiter.check("a", 4)


class SlidingWindowTest(unittest.TestCase):
    def test_window(self):
        clock = FakeClock()
        window = SlidingWindow(2, 10, clock)
        self.assertEqual(window.check("a").remaining, 1)
        clock.now += 4
        self.assertTrue(window.check("a").allowed)
        self.assertEqual(window.check("a").retry_after, 6)
        clock.now += 6
        self.assertTrue(window.check("a").allowed)
        self.assertFalse(window.check("a").allowed)
