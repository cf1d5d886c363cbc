from __future__ import annotations

import os
import subprocess
import sys

import pytest

NAME = "OPENBLAS_NUM_THREADS"


@pytest.mark.parametrize(("before", "after"), [(None, "1"), ("3", "3")])
def test_the_ears_small_products_stay_on_one_core_unless_told_otherwise(
    before: str | None, after: str
) -> None:
    env = {name: value for name, value in os.environ.items() if name != NAME}
    if before is not None:
        env[NAME] = before
    look = f"""
import sys, os
import narrator
assert "numpy" not in sys.modules
import narrator.ear.enrolled
print(os.environ[{NAME!r}])
"""
    done = subprocess.run([sys.executable, "-c", look], env=env, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == after, done.stderr
