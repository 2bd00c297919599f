"""Records which lines of the project's own files run; found by Python at its start through PYTHONPATH."""
import atexit
import importlib.machinery
import importlib.util
import json
import os
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.getcwd()) + os.sep
FOREIGN = (os.sep + "site-packages" + os.sep, os.sep + ".venv" + os.sep, os.sep + "venv" + os.sep)
executed = {}
known = {}


def find_own(name):
    """The real path of a file of the project, or None."""
    if name not in known:
        real = os.path.realpath(name)
        own = real.startswith(ROOT) and not any(part in real for part in FOREIGN)
        known[name] = real if own else None
    return known[name]


def trace_call(frame, event, arg):
    file = find_own(frame.f_code.co_filename)
    if file is None:
        return None
    lines = executed.setdefault(file, set())

    def trace_line(inner, what, value):
        if what == "line":
            lines.add(inner.f_lineno)
        return trace_line

    lines.add(frame.f_lineno)
    return trace_line


def list_code(code):
    """Every line that can run, those of functions inside included."""
    found = {line for _, _, line in code.co_lines() if line} if hasattr(code, "co_lines") else set()
    for constant in code.co_consts:
        if hasattr(constant, "co_code"):
            found |= list_code(constant)
    return found


def write(folder):
    sys.settrace(None)
    result = {}
    for file, lines in executed.items():
        try:
            with open(file, "rb") as source:
                code = list_code(compile(source.read(), file, "exec", dont_inherit=True))
        except (OSError, SyntaxError, ValueError):
            continue
        result[file] = {"executed": sorted(lines), "code": sorted(code)}
    if result:
        with open(os.path.join(folder, "lines-%d.json" % os.getpid()), "w") as target:
            json.dump(result, target)


def load_hidden():
    """The project or the system may have such a file too, which this one hides."""
    places = [place for place in sys.path if os.path.abspath(place) != HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", places)
    if spec and spec.loader:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


load_hidden()
if "AGENTFORGE_LINES" in os.environ:
    atexit.register(write, os.environ["AGENTFORGE_LINES"])
    threading.settrace(trace_call)
    sys.settrace(trace_call)
