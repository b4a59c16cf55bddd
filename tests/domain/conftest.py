"""What is written for several test modules shows what it compared."""

import pytest

pytest.register_assert_rewrite("tests.domain.story", "tests.domain.notation", "tests.domain.table")
