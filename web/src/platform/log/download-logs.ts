import { exportLogText } from './log.ts'

export const logFileName = (date: Date): string => `portal-log-${date.toISOString()}.txt`

export async function downloadLogs(): Promise<void> {
  const url = URL.createObjectURL(new Blob([await exportLogText()], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = logFileName(new Date())
  link.click()
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
