import { downloadFile } from '../download/download-file.ts'
import { exportLogText } from './log.ts'

export const logFileName = (date: Date): string => `portal-log-${date.toISOString()}.txt`

export async function downloadLogs(): Promise<void> {
  downloadFile(logFileName(new Date()), await exportLogText(), 'text/plain')
}
