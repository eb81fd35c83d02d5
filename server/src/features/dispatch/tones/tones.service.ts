import type { Tone, ToneInput } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError, assertAllowed } from '../../../platform/errors.ts'
import { authorOf, directs, type Board } from '../board/board.port.ts'

export type ToneService = ReturnType<typeof createToneService>

const CLASS_WORDS: Readonly<Record<Tone['classes'][number], string>> = { 1: 'police', 2: 'communications', 3: 'fire' }

export function createToneService({ board }: { board: Board }) {
  return {
    /** Sent to everyone on the board; if it is about a call, also added to the call's log. */
    sound: async (actor: Actor, input: ToneInput): Promise<Tone> => {
      const { serverId, callId } = input
      assertAllowed(directs(actor, serverId))
      const classes = [...new Set(input.classes)].toSorted((one, other) => one - other)
      const { draft } = await board.act({
        by: authorOf(actor),
        where: { serverIds: [serverId] },
        wanted: { userIds: [], callIds: callId === undefined ? [] : [callId] },
        missing: new AppError('invalid_input', 'There is no such server', 'serverId'),
        decide: async (drafted, context) => {
          if (callId !== undefined && drafted.openCall(callId).serverId !== serverId) {
            throw new AppError('invalid_input', `Call ${callId} is on another server`, 'callId')
          }
          const tx = await context.tx()
          drafted.sound(await insertTone(tx, { ...input, classes }, { userId: actor.userId, name: actor.user.name }, drafted.now))
          const words = `Tone to ${classes.map((each) => CLASS_WORDS[each]).join(', ')}`
          if (callId !== undefined) drafted.log(callId, input.message ? `${words}: ${input.message}` : words)
        },
      })
      const [tone] = draft.after.tones
      if (!tone) throw new Error('the tone that was just sounded is gone')
      return tone
    },
  }
}

type Author = Tone['by']

async function insertTone(tx: Tx, { serverId, classes, message, callId = null }: ToneNow, by: Author, at: string): Promise<Tone> {
  const { id } = await tx
    .insertInto('tones')
    .values({ server_id: serverId, classes, message, call_id: callId, sounded_by: by.userId, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { toneId: id, serverId, classes, message, callId, by, at }
}
type ToneNow = Omit<ToneInput, 'callId'> & { callId?: number | null | undefined }
