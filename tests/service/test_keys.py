"""The folder of keys, as several that need its first key find it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from cartulary_service.trust.keys import Keys

MANY = 16


def test_of_many_threads_that_need_the_first_key_one_makes_it_and_all_sign_with_it(tmp_path: Path) -> None:
    together = Barrier(MANY)

    def first_key(number: int) -> str:
        together.wait()
        return Keys(tmp_path / "keys").active().public.text()

    with ThreadPoolExecutor(MANY) as pool:
        assert len({*pool.map(first_key, range(MANY))}) == 1
    (key,) = (tmp_path / "keys").iterdir()
    assert key.stat().st_mode & 0o077 == 0
