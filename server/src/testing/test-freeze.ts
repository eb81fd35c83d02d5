import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Processes whose command line contains this folder, such as leftovers of a start. */
export const processesIn = (folder: string): number[] =>
  everyProcess().filter((pid) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').includes(folder))

/** Signals a process and its children, for example to freeze them as if the machine hung. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const children = everyProcess().filter((each) => parentOf(each) === pid)
  for (const each of [pid, ...children]) process.kill(each, signal)
}

/** Whether a stopped process really stands still; the signal takes a moment. */
export const isStopped = (pid: number): boolean => /^\d+ \(.*\) T/.test(read(`/proc/${pid}/stat`))

const everyProcess = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
const parentOf = (pid: number) => Number(/^\d+ \(.*\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1])
/** A process may end while being inspected. */
function read(path: string): string {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
