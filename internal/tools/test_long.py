"""Tests of the choice of long tests."""

import unittest

import long


class LongTests(unittest.TestCase):
    def test_who_asks_and_who_does_not(self):
        """A test asks by itself, or through helpers, also of another file; a comment above it belongs to the one before."""
        one = ("func TestItself(t *testing.T) {\n\tturns.Long(t)\n}\n\nfunc TestQuick(t *testing.T) { quick() }\n"
               "func TestNoAsk(t *testing.T) { returns.Of(t) }\n")
        two = ("func TestByHelper(t *testing.T) { outer(t) }\nfunc outer(t *testing.T) { inner[int](t) }\n"
               "func inner[X any](t *testing.T) {\n\tif testing.Short() {\n\t}\n}\nfunc quick() {}\n")
        self.assertEqual(long.long_tests([one, two]), ["TestByHelper", "TestItself"])
        self.assertEqual(long.long_tests([two.replace("testing.Short()", "true")]), [])


if __name__ == "__main__":
    unittest.main()
