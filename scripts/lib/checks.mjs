import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkFeatureCycles } from './feature-cycles.mjs'
import { ROOT, fromRoot, requireNode, toolEnv } from './paths.mjs'
import { run } from './run.mjs'
import { slotCount } from './schedule.mjs'

/**
 * TypeScript and the linter with types are written in Go. Several checkers would each infer the same types again, and a heap that grows
 * further before it is collected saves a tenth of the time.
 */
const ONE_CHECKER = { GOMAXPROCS: '1' }
const LARGER_HEAP = { GOGC: '300' }

/** Programs of TypeScript: sides that share their globals share a program, so that the contract and the server are compiled once. */
const PROGRAMS = {
  'contract, server and tools': '.',
  'contract and web': 'web',
  'bridge and browser tests': 'e2e',
}

const SIDES = ['contract', 'server', 'web', 'bridge', 'demo', 'e2e', 'bench', 'scripts']

/** All static checks of the repository in `root`: each has a name, its processor time in seconds, and a run function. */
export const checks = ({ fix = false, root = ROOT } = {}) => {
  /** Runs one of the repository's tools under the repository's Node, whichever Node runs this script. */
  const tool =
    (file, args, env = {}) =>
    ({ isLowPriority = false } = {}) =>
      run(requireNode(), [fromRoot('node_modules', file), ...args], {
        cwd: root,
        env: toolEnv({ FORCE_COLOR: '0', ...env }),
        isLowPriority,
      })
  const types = ([name, folder]) => ({
    name: `types of ${name}`,
    seconds: 25,
    run: tool('typescript/bin/tsc', ['-p', folder, '--pretty', 'false', '--checkers', '1'], LARGER_HEAP),
  })
  const cruised = () => SIDES.filter((side) => existsSync(join(root, side)))
  return [
    { name: 'format', seconds: 2, run: tool('oxfmt/bin/oxfmt', fix ? ['.'] : ['--check', '.']) },
    { name: 'lint', seconds: 60, run: tool('oxlint/bin/oxlint', fix ? ['--fix'] : [], ONE_CHECKER) },
    ...Object.entries(PROGRAMS).map(types),
    {
      name: 'import rules',
      seconds: 20,
      run: (given) => tool('dependency-cruiser/bin/dependency-cruiser.mjs', ['--no-progress', ...cruised()])(given),
    },
    { name: 'feature cycles', seconds: 1, run: () => checkFeatureCycles(root) },
    { name: 'dead code', seconds: 9, run: tool('knip/bin/knip.js', ['--no-progress']) },
  ]
}

/** Runs `work` on each item, at most `width` at once; results are in the order of the items. */
export const inParallel = async (items, work, width = slotCount()) => {
  const results = []
  const queue = [...items.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
