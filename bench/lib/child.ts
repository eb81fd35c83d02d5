import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The next message from the process. */
export async function nextMessage(from: ChildProcess, signal?: AbortSignal): Promise<unknown> {
  const [message] = (await once(from, 'message', signal && { signal })) as [unknown]
  return message
}
