// Python's sources to compiled modules, by the very Python that runs in the browser:
//   node compile.mjs FOLDER-OF-PYODIDE IN.zip OUT.zip LEVEL
// Files that are no modules stay as they are. LEVEL 2 leaves out docstrings.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, from, to, level] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide });
python.FS.writeFile("/from.zip", fs.readFileSync(from));
python.globals.set("level", Number(level));
python.runPython(`
import zipfile
from importlib import util
from importlib._bootstrap_external import _code_to_hash_pyc

with zipfile.ZipFile("/from.zip") as old, zipfile.ZipFile("/to.zip", "w") as new:
    for entry in old.infolist():
        name, data = entry.filename, old.read(entry)
        if name.endswith(".py"):
            code = compile(data, "/" + name, "exec", dont_inherit=True, optimize=level)
            data = _code_to_hash_pyc(code, util.source_hash(data), False)
            name += "c"
        new.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
`);
fs.writeFileSync(to, python.FS.readFile("/to.zip"));
