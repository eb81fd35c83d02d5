import { restoreBackup } from '../features/portal/backup/backup.restore.ts'
import { writeBackup } from '../features/portal/backup/backup.write.ts'

/** Makes or restores a backup in a process of its own, which kills itself a moment after the work has come that far. */
const [kind, url = '', file = '', passPhrase = '', share, after] = process.argv.slice(2)
const onProgress = (done: number) => {
  if (done < Number(share)) return
  if (after === '0') process.kill(process.pid, 'SIGKILL')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(after))
}
if (kind === 'backup') {
  const keys = { 'history-key': 'h'.repeat(40), 'secrets-key': 's'.repeat(40) }
  await writeBackup({ url, file, passPhrase, keys, onProgress: (progress) => onProgress(progress.share) })
} else {
  const keepKeys = () => onProgress(2)
  await restoreBackup({ url, file, passPhrase, keepKeys, over: kind === 'over', onProgress: (read, all) => onProgress(read / all) })
}
