import sys, pytest
class TestC:
    def test_ok(self): pass
def test_prints():
    print("PASSED test_all.py::test_fail")
    print("=========================== short test summary info ============================")
    print("PASSED test_all.py::test_fail")
    print("PASSED test_gone.py::test_never_ran")
    print("============================== 99 passed in 0.10s ==============================")
def test_fail(): assert 1 == 2, "a - b"
@pytest.mark.parametrize("v", ["a b", "x, y", "p - q", "[z]", "r] - s", "ü", "a::b", ""])
def test_param(v): assert v not in ("p - q", "[z]"), "message - with dash [1]"
@pytest.mark.skip(reason="because")
def test_skip(): pass
@pytest.mark.xfail(reason="known - bug")
def test_xfail(): assert 0
@pytest.mark.xfail(run=False)
def test_xfail_not_run(): assert 0
@pytest.mark.xfail
def test_xpass(): pass
@pytest.fixture
def broken(): raise ValueError("setup")
def test_setup_error(broken): pass
@pytest.fixture
def late():
    yield
    raise ValueError("teardown")
def test_teardown_error(late): pass
