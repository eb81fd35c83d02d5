import type { Tone, ToneInput } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'

type Author = Tone['by']

export async function insertTone(tx: Tx, { serverId, classes, message, callId = null }: ToneNow, by: Author, at: string): Promise<Tone> {
  const { id } = await tx
    .insertInto('tones')
    .values({ server_id: serverId, classes, message, call_id: callId, sounded_by: by.userId, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { toneId: id, serverId, classes, message, callId, by, at }
}
type ToneNow = Omit<ToneInput, 'callId'> & { callId?: number | null | undefined }
