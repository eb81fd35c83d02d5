import { moveEmbeddedDatabase } from '../run.major.ts'
import { findBinaries, findEarlierBinaries } from '../platform/database/embedded-binaries.ts'

/** Moves an embedded database in a process of its own, which kills itself a moment after the move has come that far. */
const [dataDir = '', binaries = '', share, after] = process.argv.slice(2)
const from = (await findEarlierBinaries(binaries)) ?? (await findBinaries())
await moveEmbeddedDatabase({
  dataDir,
  from,
  say: () => undefined,
  warn: () => undefined,
  onProgress: (done) => {
    if (done < Number(share)) return
    if (after === '0') process.kill(process.pid, 'SIGKILL')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(after))
  },
})
