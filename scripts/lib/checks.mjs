import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { checkFeatureCycles } from './feature-cycles.mjs'
import { fromRoot, requireNode, toolEnv } from './paths.mjs'
import { run } from './run.mjs'

/** Runs one of the repository's tools under the repository's Node, whichever Node runs this script. */
const tool =
  (file, args) =>
  ({ isLowPriority = false } = {}) =>
    run(requireNode(), [fromRoot('node_modules', file), ...args], { env: toolEnv({ FORCE_COLOR: '0' }), isLowPriority })

const types = ([name, folder]) => ({ name: `types of ${name}`, run: tool('typescript/bin/tsc', ['-p', folder, '--pretty', 'false']) })

const TYPED = { contract: 'contract', server: 'server', web: 'web', bridge: 'bridge', 'browser tests': 'e2e', tools: '.' }

const cruised = () =>
  ['contract', 'server', 'web', 'bridge', 'demo', 'e2e', 'bench', 'scripts'].filter((side) => existsSync(fromRoot(side)))

/** All static checks, each with a name and a run function. */
export const checks = ({ fix = false } = {}) => [
  { name: 'format', run: tool('oxfmt/bin/oxfmt', fix ? ['.'] : ['--check', '.']) },
  { name: 'lint', run: tool('oxlint/bin/oxlint', fix ? ['--fix'] : []) },
  ...Object.entries(TYPED).map(types),
  { name: 'import rules', run: (given) => tool('dependency-cruiser/bin/dependency-cruiser.mjs', ['--no-progress', ...cruised()])(given) },
  { name: 'feature cycles', run: checkFeatureCycles },
  { name: 'dead code', run: tool('knip/bin/knip.js', ['--no-progress']) },
]

/** Runs `work` on each item, at most `width` at once; results are in the order of the items. */
export const inParallel = async (items, work, width = Math.max(2, cpus().length)) => {
  const results = []
  const queue = [...items.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
