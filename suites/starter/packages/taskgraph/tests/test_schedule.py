import datetime as dt
import unittest

from taskgraph import Schedule, ScheduleError


def at(text):
    return dt.datetime.strptime(text, "%Y-%m-%d %H:%M")


class FieldTest(unittest.TestCase):
    def test_lists_ranges_and_steps(self):
        schedule = Schedule.parse("0,30 9-17 */10 jan-mar *")
        self.assertEqual(schedule.minutes, {0, 30})
        self.assertEqual(schedule.hours, set(range(9, 18)))
        self.assertEqual(schedule.days, {1, 11, 21, 31})
        self.assertEqual(schedule.months, {1, 2, 3})
        self.assertEqual(schedule.weekdays, set(range(7)))

    def test_step_with_start(self):
        self.assertEqual(Schedule.parse("5/20 * * * *").minutes, {5, 25, 45})
        self.assertEqual(Schedule.parse("10-30/10 * * * *").minutes, {10, 20, 30})

    def test_weekday_names(self):
        self.assertEqual(Schedule.parse("0 0 * * Mon-Fri").weekdays, {1, 2, 3, 4, 5})

    def test_sunday_has_two_numbers(self):
        self.assertEqual(Schedule.parse("0 0 * * 7").weekdays, {0})
        self.assertEqual(Schedule.parse("0 0 * * 0").weekdays, {0})
        self.assertEqual(Schedule.parse("0 0 * * 7,1").weekdays, {0, 1})

    def test_steps_of_weekdays(self):
        self.assertEqual(Schedule.parse("0 0 * * */2").weekdays, {0, 2, 4, 6})
        self.assertEqual(Schedule.parse("0 0 * * 1/2").weekdays, {1, 3, 5})

    def test_range_from_sunday(self):
        self.assertEqual(Schedule.parse("0 0 * * 0-2").weekdays, {0, 1, 2})
        self.assertEqual(Schedule.parse("0 0 * * sun-tue").weekdays, {0, 1, 2})
        self.assertEqual(Schedule.parse("0 0 * * sun-sun").weekdays, {0})

    def test_range_to_sunday(self):
        for text in ("fri-sun", "5-7", "5-0", "fri-7"):
            schedule = Schedule.parse(f"0 0 * * {text}")
            self.assertEqual(schedule.weekdays, {5, 6, 0}, text)

    def test_range_to_sunday_with_step(self):
        self.assertEqual(Schedule.parse("0 0 * * tue-sun/2").weekdays, {2, 4, 6})
        self.assertEqual(Schedule.parse("0 0 * * 1-7/3,3").weekdays, {1, 3, 4, 0})

    def test_weekend_is_matched(self):
        schedule = Schedule.parse("0 9 * * sat-sun")
        self.assertTrue(schedule.matches(at("2024-03-03 09:00")))
        self.assertTrue(schedule.matches(at("2024-03-02 09:00")))
        self.assertFalse(schedule.matches(at("2024-03-04 09:00")))

    def test_backward_ranges(self):
        for text in ("* 22-2 * * *", "* * * dec-jan *", "* * * * fri-tue", "* * * * 5-2"):
            with self.subTest(text=text):
                with self.assertRaisesRegex(ScheduleError, "runs backwards"):
                    Schedule.parse(text)

    def test_errors(self):
        for text in ("", "* * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *",
                     "* * * * 8", "*/0 * * * *", "a * * * *", "1- * * * *", "@often"):
            with self.subTest(text=text), self.assertRaises(ScheduleError):
                Schedule.parse(text)

    def test_schedule_error_is_a_value_error(self):
        with self.assertRaises(ValueError):
            Schedule.parse("nonsense")


class MatchTest(unittest.TestCase):
    def test_time_of_day(self):
        schedule = Schedule.parse("30 2 * * *")
        self.assertTrue(schedule.matches(at("2024-03-01 02:30")))
        self.assertFalse(schedule.matches(at("2024-03-01 02:31")))
        self.assertFalse(schedule.matches(at("2024-03-01 03:30")))

    def test_weekday(self):
        schedule = Schedule.parse("0 0 * * mon")
        self.assertTrue(schedule.matches(at("2024-03-04 00:00")))
        self.assertFalse(schedule.matches(at("2024-03-05 00:00")))

    def test_day_or_weekday(self):
        schedule = Schedule.parse("0 0 1 * mon")
        self.assertTrue(schedule.matches(at("2024-03-01 00:00")))
        self.assertTrue(schedule.matches(at("2024-03-04 00:00")))
        self.assertFalse(schedule.matches(at("2024-03-05 00:00")))

    def test_alias(self):
        self.assertEqual(Schedule.parse("@Weekly").weekdays, {0})
        self.assertEqual(str(Schedule.parse(" @daily ")), "@daily")


class NextTest(unittest.TestCase):
    def check(self, expression, start, expected):
        self.assertEqual(Schedule.parse(expression).next_after(at(start)), at(expected))

    def test_same_day(self):
        self.check("*/15 * * * *", "2024-03-01 10:07", "2024-03-01 10:15")
        self.check("0 9,17 * * *", "2024-03-01 10:07", "2024-03-01 17:00")

    def test_is_strictly_later(self):
        self.check("0 9 * * *", "2024-03-01 09:00", "2024-03-02 09:00")

    def test_other_month(self):
        self.check("0 0 1 jan *", "2024-03-01 00:00", "2025-01-01 00:00")
        self.check("59 23 31 * *", "2024-03-31 23:59", "2024-05-31 23:59")

    def test_leap_day(self):
        self.check("0 0 29 2 *", "2024-02-29 00:00", "2028-02-29 00:00")

    def test_never(self):
        self.assertIsNone(Schedule.parse("0 0 30 2 *").next_after(at("2024-01-01 00:00")))
