"""Mutation testing of the domain: `make mutants`, or `make mutants OF=domain/cartulary/kernel`.

Cosmic Ray makes the mutants and keeps the results, one session a module in `.mutants`. They are tested here and not by
its own distributor, which rewrites the files in place and starts pytest anew for each: a process that has pytest
loaded is forked, imports the mutated module from memory, and runs the tests that reach it, those first that kill most
quickly. What a run has killed stays killed as long as the module is the same; survivors are tried again in each run.
"""

import ast
import gc
import os
import pickle
import re
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import _lru_cache_wrapper, partial
from hashlib import sha256
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

import cosmic_ray.plugins
import coverage
import hypothesis
import pytest
from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_code
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult

from tests.mutation import operators

ROOT: Final = Path.cwd()
SESSIONS: Final = ROOT / ".mutants"
TESTS: Final = ("tests/domain", "tests/games", "tests/reference")
OPTIONS: Final = ("-q", "-x", "--tb=no", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
MEMORY: Final = 3 << 30
NEVER: Final = re.compile(
    r"core/Replace(BinaryOperator_BitOr_|ComparisonOperator_((?!Is)\w+_Is(Not)?$|Is_Eq$|IsNot_NotEq$))"
)
"""Between types and dictionaries nothing but `|` can stand; whether equal things are identical is chance."""

NO_RULE: Final = re.compile(r"(?!not ).*\bdataclass(_transform)?\(|.*\bLiteral\[|.*([\"'][A-Z][A-Za-z]*|[^ -~])_[\"']")
"""Lines that differ just in a flag of a dataclass, which is for speed or types, or in the name of a type or a card."""

REMEMBERED: Final = (
    ("cartulary.kernel.codec", "FIELDS"),
    ("cartulary.kernel.codec", "READINGS"),
    ("cartulary.match.snapshot", "PARTS"),
)

cosmic_ray.plugins.OPERATOR_PROVIDERS["own"] = operators.OPERATORS


class Mutant(NamedTuple):
    """A mutated module."""

    job: str
    module: Path
    line: int
    statement: range
    """The lines of the statement that is mutated."""
    function: range | None
    """The lines of the function's body, if it is inside one."""
    definition: str
    text: str
    """The first line that is different."""
    code: str


class Reach(NamedTuple):
    """How long each test takes, and which tests come to each line of each module; `""` stands for importing it."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, set[str]]]

    def tests(self, module: Path, lines: range) -> set[str]:
        """The tests that come to one of these lines."""
        known = self.lines.get(str(module), {})
        return set[str]().union(*(known.get(line, ()) for line in lines))


Work = tuple[Mutant, WorkDB]
Tested = Callable[[Mutant, dict[str, float], list[str]], bytes]
SURVIVED: Final = b"survived"

# in a forked process


def forked(task: Callable[[], bytes]) -> tuple[int, int]:
    """Let another process do it: its id, and where its answer can be read."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(quiet, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with open(writing, "wb") as answer:
        answer.write(task())
    os._exit(0)


class Watch:
    """A plugin that notes which lines of the domain each test reaches."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.caches: list[_lru_cache_wrapper[Any]] = []
        self.read: list[dict[Any, Any]] = []
        self.coverage = coverage.Coverage(data_file=None, config_file=False, source=["cartulary"])
        self.coverage.start()

    def pytest_collection_finish(self) -> None:
        self.caches = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
        types = sys.modules["cartulary.record.decode"].EventTypes
        self.read = [each.known for each in gc.get_objects() if isinstance(each, types)]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """What one test has remembered, the next one would not reach, and would be quick without."""
        for module, remembered in REMEMBERED:
            getattr(sys.modules[module], remembered).clear()
        for known in self.read:
            known.clear()
        for cache in self.caches:
            cache.cache_clear()
        self.coverage.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.seconds[report.nodeid] = report.duration

    def reach(self) -> Reach:
        self.coverage.stop()
        data = self.coverage.get_data()
        files = {str(Path(file).relative_to(ROOT)): data.contexts_by_lineno(file) for file in data.measured_files()}
        return Reach(self.seconds, {file: {n: set(by) for n, by in lines.items()} for file, lines in files.items()})


def measured() -> bytes:
    """What each test reaches; nothing if one fails."""
    watch = Watch()
    status = pytest.main([*OPTIONS, *TESTS], plugins=[watch])
    return b"" if status else pickle.dumps(tuple(watch.reach()))


class Mutated(SourceFileLoader):
    """Finds and loads one module from its mutated text."""

    def __init__(self, mutant: Mutant) -> None:
        self.package = mutant.module.name == "__init__.py"
        parts = mutant.module.parent.parts if self.package else mutant.module.with_suffix("").parts
        super().__init__(".".join(parts), str(ROOT / mutant.module))
        self.text = mutant.code

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def is_package(self, _: str) -> bool:
        return self.package

    def get_code(self, _: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class Verdict:
    """A plugin that lets no test run endlessly and knows which one failed."""

    def __init__(self, seconds: dict[str, float], order: list[str]) -> None:
        self.seconds = seconds
        self.rank = {test: number for number, test in enumerate(order)}
        self.killer = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = self.ordered(items)

    def ordered(self, items: list[pytest.Item]) -> list[pytest.Item]:
        """Just these tests, in this order."""
        known = [item for item in items if item.nodeid in self.rank]
        return sorted(known, key=lambda item: self.rank[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_REAL, 5 + 10 * self.seconds[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.killer = report.nodeid


def tested_anew(mutant: Mutant, seconds: dict[str, float], order: list[str]) -> bytes:
    """Import the mutated module, then all else: which test kills it, `import` where none could even begin."""
    sys.meta_path.insert(0, Mutated(mutant))
    verdict = Verdict(seconds, order)
    files = list(dict.fromkeys(test.partition("::")[0] for test in order))
    for some in (files[:1], files):  # to collect all tests takes longer than to run those that mostly kill
        signal.setitimer(signal.ITIMER_REAL, 30)
        if pytest.main([*OPTIONS, *some], plugins=[verdict]) != pytest.ExitCode.OK:
            return (verdict.killer or "import").encode()
    return SURVIVED


class Collected:
    """A plugin that, with all tests collected, changes just a function for each mutant and runs its tests."""

    def __init__(self, work: list[Work], reach: Reach, jobs: int) -> None:
        self.work, self.reach, self.jobs = work, reach, jobs
        self.items: list[pytest.Item] = []
        self.functions: defaultdict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self.functions[key(each.__code__)].append(each)
        gc.freeze()
        run(self.work, self.reach, self.jobs, self.tested)
        return True

    def tested(self, mutant: Mutant, seconds: dict[str, float], order: list[str]) -> bytes:
        """Which test kills it."""
        path = str(ROOT / mutant.module)
        for code in codes(compile(mutant.code, path, "exec", dont_inherit=True)):
            for function in self.functions[key(code)]:
                function.__code__ = code
        verdict = Verdict(seconds, order)
        self.items[0].config.pluginmanager.register(verdict)
        for item in verdict.ordered(self.items):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if verdict.killer:
                return verdict.killer.encode()
        return SURVIVED


def key(code: CodeType) -> tuple[str, str, int]:
    """Which function of which module that is."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions that a module defines, and those inside them."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from codes(each)


# in the process that stays


def mutants(module: Path, session: WorkDB) -> Iterator[tuple[str, Mutant | None]]:
    """What is still to be tested, None standing for what is no mutant of ours."""
    source = module.read_text(encoding="utf-8")
    tree = ast.parse(source)
    killed = {item.job_id for item, result in session.completed_work_items if result.is_killed}
    for item in session.work_items:
        if item.job_id not in killed:
            (spec,) = item.mutations
            yield item.job_id, made(item.job_id, module, source, tree, spec)


def made(job: str, module: Path, source: str, tree: ast.Module, spec: MutationSpec) -> Mutant | None:
    """The mutant, unless it isn't Python, is no other program, or only says something in other words."""
    if NEVER.match(spec.operator_name):
        return None
    try:
        code = mutate_code(source, cosmic_ray.plugins.get_operator(spec.operator_name)(), spec.occurrence)
        if code is None or ast.dump(ast.parse(code)) == ast.dump(tree):
            return None
        compile(code, str(module), "exec", dont_inherit=True)
    except (SyntaxError, AttributeError):  # in place of a starred exception Cosmic Ray cannot put another
        return None
    line, _ = spec.start_pos
    if any(start <= spec.start_pos < end for start, end in sentences(tree)):
        return None
    before, after = source.splitlines(), code.splitlines()
    place = next((n for n, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(before) - 1)
    text = after[place].strip() if len(after) == len(before) else f"not {before[place].strip()}"
    if "/Remove" in spec.operator_name:
        text = f"not {before[line - 1].strip()}"
    if NO_RULE.match(text):
        return None
    statement, function = extent(tree, line)
    return Mutant(job, module, place + 1, statement, function, spec.definition_name or "", text, code)


def text_of(part: ast.expr) -> str:
    """What stands in a formatted text as it is."""
    return part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else ""


def sentences(tree: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """From where to where sentences stand that values are put into; what they say is wording."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and " " in "".join(map(text_of, node.values)):
            yield (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


def extent(tree: ast.Module, line: int) -> tuple[range, range | None]:
    """The lines of the innermost statement with that line, and of the body of the outermost function around it."""
    statement, function = range(line, line + 1), None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            inner = [each.lineno for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)]
            statement = range(node.lineno, min([*inner, (node.end_lineno or 0) + 1]))
            if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line:
                function = function or range(node.body[0].lineno, (node.end_lineno or 0) + 1)
    return statement, function


def at_import(mutant: Mutant, reach: Reach) -> bool:
    """Whether anything that is mutated has run already when the tests begin."""
    return mutant.function is None or "" in reach.tests(mutant.module, mutant.function)


def in_order(mutant: Mutant, reach: Reach, killers: Iterable[str]) -> list[str]:
    """The tests that come to the mutated statement: what killed its neighbours first, then the quickest.

    All others follow where an import may do so too, whose results any test may meet.
    """
    calling = reach.tests(mutant.module, mutant.statement) & reach.seconds.keys()
    others = reach.seconds.keys() - calling if at_import(mutant, reach) else ()
    quickest = [test for tests in (calling, others) for test in sorted(tests, key=reach.seconds.__getitem__)]
    return list(dict.fromkeys([*(each for each in killers if each in quickest), *quickest]))


def session_of(module: Path) -> WorkDB:
    """The module's session; a new one where the module or the mutations are new."""
    text = module.read_bytes() + Path(operators.__file__).read_bytes()
    name = ".".join(module.with_suffix("").parts)
    path = SESSIONS / f"{name}-{sha256(text).hexdigest()[:16]}.sqlite"
    new = not path.exists()
    for old in SESSIONS.glob(f"{name}-*.sqlite") if new else ():
        old.unlink()
    session = WorkDB(path, WorkDB.Mode.create)
    if new:
        init([module], session, {})
    return session


def reach_of_tests() -> Reach:
    """Which lines each test reaches, measured anew when tests or domain are new; LONGEST leaves out slower tests."""
    files = sorted(path for folder in ("domain", "tests") for path in Path(folder).rglob("*.py"))
    digest = sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
    stored = SESSIONS / f"reach-{digest[:16]}.pickle"
    if not stored.exists():
        print("Looking which test reaches what", flush=True)
        child, reading = forked(measured)
        with open(reading, "rb") as answer:
            said = answer.read()
        os.waitpid(child, 0)
        if not said:
            sys.exit("The tests fail already without a mutation.")
        for old in SESSIONS.glob("reach-*.pickle"):
            old.unlink()
        stored.write_bytes(said)
    seconds, lines = pickle.loads(stored.read_bytes())
    longest = float(os.environ.get("LONGEST", "inf"))
    return Reach({test: took for test, took in seconds.items() if took <= longest}, lines)


def run(work: list[Work], reach: Reach, jobs: int, tested: Tested) -> None:
    """Test all of them, so many at a time."""
    running: dict[int, tuple[int, Mutant, WorkDB]] = {}
    killers: defaultdict[tuple[Path, range | None], dict[str, None]] = defaultdict(dict)
    begun, done = time.monotonic(), 0
    waiting = iter(work)
    while True:
        while len(running) < jobs and (following := next(waiting, None)):
            mutant, session = following
            tests = in_order(mutant, reach, reversed(killers[mutant.module, mutant.function]))
            child, reading = forked(partial(tested, mutant, reach.seconds, tests))
            running[child] = reading, mutant, session
        if not running:
            return
        child, _ = os.wait()
        reading, mutant, session = running.pop(child)
        with open(reading, "rb") as answer:
            said = answer.read().decode() or "time or memory ran out"
        if said in reach.seconds:
            of_place = killers[mutant.module, mutant.function]
            of_place.pop(said, None)
            of_place[said] = None
        outcome = TestOutcome.SURVIVED if said == SURVIVED.decode() else TestOutcome.KILLED
        diff = f"{mutant.module}:{mutant.line} {mutant.definition}: {mutant.text}"
        session.set_result(mutant.job, WorkResult(WorkerOutcome.NORMAL, said, outcome, diff))
        done += 1
        if outcome is TestOutcome.SURVIVED or done % 100 == 0:
            took = time.monotonic() - begun
            print(f"{done}/{len(work)} {took:.0f} s  {diff if outcome is TestOutcome.SURVIVED else ''}", flush=True)


def report(sessions: dict[Path, WorkDB]) -> None:
    """Print the score of each package, and the survivors."""
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    survivors: list[str] = []
    for module, session in sessions.items():
        for _, result in session.completed_work_items:
            if result.worker_outcome is not WorkerOutcome.NORMAL:
                continue
            for package in (str(module.parent), "all"):
                counts[package][result.is_killed] += 1
            if not result.is_killed:
                survivors.append(result.diff)
    print(f"\n{'package':<45} mutants  killed  survived   score")
    for package, (survived, killed) in sorted(counts.items(), key=lambda each: (each[0] == "all", each)):
        total = survived + killed
        print(f"{package:<45} {total:>7} {killed:>7} {survived:>9} {killed / total:>7.1%}")
    print("\nSurvivors:", *sorted(survivors), sep="\n")


def main(of: list[str]) -> None:
    os.environ.setdefault("GAMES", "5")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None)
    hypothesis.settings.load_profile("mutants")
    SESSIONS.mkdir(exist_ok=True)
    reach = reach_of_tests()
    paths = [Path(each) for each in of or ["domain"]]
    modules = sorted({module for path in paths for module in ([path] if path.is_file() else path.rglob("*.py"))})
    sessions = {module: session_of(module) for module in modules}
    work: list[tuple[Mutant, WorkDB]] = []
    for module, session in sessions.items():
        skipped = []
        for job, mutant in mutants(module, session):
            if mutant:
                work.append((mutant, session))
            else:
                skipped.append(job)
        session.set_multiple_results(skipped, WorkResult(WorkerOutcome.SKIPPED))
    print(f"{len(work)} mutants of {len(modules)} modules are to be tested", flush=True)
    jobs = int(os.environ.get("JOBS", "1"))
    run([each for each in work if at_import(each[0], reach)], reach, jobs, tested_anew)
    if inside := [each for each in work if not at_import(each[0], reach)]:
        pytest.main([*OPTIONS, "-s", *TESTS], plugins=[Collected(inside, reach, jobs)])
    report(sessions)


if __name__ == "__main__":
    main(sys.argv[1:])
