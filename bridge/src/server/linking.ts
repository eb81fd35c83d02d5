import type { Notice } from '../net.ts'
import { identifiersOf, playerOf } from './players.ts'
import type { Portal } from './portal.ts'
import { AWAY, OLD } from './records.ts'

type Options = {
  readonly portal: Pick<Portal, 'ask' | 'knows'>
  readonly command: string
  readonly notify: (source: string, notice: Notice) => void
}

/** A player links themselves to a member of the portal: they type the member's code, are told whose it is, and confirm. */
export function createLinking({ portal, command, notify }: Options) {
  /** Players who have been told whose code they typed. */
  const asked = new Map<string, string>()
  const say = (source: string, text: string, tone: Notice['tone'] = 'info') => notify(source, { title: 'Link', text, tone })

  const type = async (source: string, code: string): Promise<void> => {
    asked.delete(source)
    const answer = await portal.ask('link.code', { ...playerOf(source), code })
    if (!answer?.ok) return say(source, answer?.message ?? AWAY, 'error')
    asked.set(source, answer.name)
    say(source, `This links you to the account of ${answer.name}. Is that you? /${command} yes, or /${command} no.`, 'ping')
  }
  const answerFor = async (source: string, isOwn: boolean): Promise<void> => {
    if (!asked.has(source))
      return say(source, `Type the code first: /${command}, and the code from your account settings in the portal.`, 'error')
    const answer = await portal.ask('link.answer', { identifiers: identifiersOf(source), isOwn })
    if (!answer?.ok) return say(source, answer?.message ?? AWAY, 'error')
    if (!isOwn) {
      asked.delete(source)
      return say(source, 'You are not linked.')
    }
    if (answer.isLinked) linked(source)
    else say(source, 'Now confirm in your account settings in the portal too.')
  }

  const linked = (source: string): void => {
    const name = asked.get(source)
    if (name !== undefined && asked.delete(source)) say(source, `You are linked to the account of ${name}.`)
  }

  return {
    typed: (source: string, [word = '']: readonly string[]): void => {
      const knows = portal.knows('link.code')
      if (!knows) return say(source, knows === undefined ? AWAY : OLD, 'error')
      const answer = word.toLowerCase()
      if (answer === 'yes' || answer === 'no') void answerFor(source, answer === 'yes')
      else if (/^\d{6}$/.test(word)) void type(source, word)
      else say(source, `A code has six digits: /${command} 482913. Account settings in the portal shows one.`, 'error')
    },
    /** The portal found the account of a player. */
    linked,
    left: (source: string): void => void asked.delete(source),
  }
}
