// Runs driver.py in Pyodide: node pyodide.mjs SOURCES TESTS MATCHES FIRST STEP
// SOURCES is the folder that holds the package tutti, TESTS the folder of the tests.
import { loadPyodide } from "pyodide";

const [sources, tests, ...given] = process.argv.slice(2);
const python = await loadPyodide({
  env: { PYTHONDONTWRITEBYTECODE: "1", HOME: "/home" },
  stdout: (line) => process.stdout.write(line + "\n"),
  stderr: (line) => process.stderr.write(line + "\n"),
});
python.mountNodeFS("/sources", sources);
python.mountNodeFS("/tests", tests);
try {
  await python.runPythonAsync(`
import runpy, sys
sys.path.insert(0, "/sources")
sys.argv = ["/tests/lockstep/driver.py", *"${given.map(Number).join(" ")}".split()]
runpy.run_path(sys.argv[0], run_name="__main__")
`);
} catch (fault) {
  process.stderr.write(String(fault) + "\n");
  process.exitCode = 1;
}
