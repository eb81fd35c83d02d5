import type { Notice } from '../net.ts'
import type { Texts } from '../texts.ts'
import { identifiersOf, playerOf } from './players.ts'
import type { Portal } from './portal.ts'

type Options = {
  readonly portal: Pick<Portal, 'ask' | 'knows'>
  readonly command: string
  readonly notify: (source: string, notice: Notice) => void
  readonly texts: Texts
}

/** A player links themselves to a member of the portal: they type the member's code, are told whose it is, and confirm. */
export function createLinking({ portal, command, notify, texts }: Options) {
  /** Players who have been told whose code they typed. */
  const asked = new Map<string, string>()
  const say = (source: string, text: string, tone: Notice['tone'] = 'info') => notify(source, { title: texts('link.title'), text, tone })

  const type = async (source: string, code: string): Promise<void> => {
    asked.delete(source)
    const answer = await portal.ask('link.code', { ...playerOf(source), code })
    if (!answer?.ok) return say(source, answer?.message ?? texts('away'), 'error')
    asked.set(source, answer.name)
    say(source, texts('link.isThatYou', { name: answer.name, command }), 'ping')
  }
  const answerFor = async (source: string, isOwn: boolean): Promise<void> => {
    if (!asked.has(source)) return say(source, texts('link.codeFirst', { command }), 'error')
    const answer = await portal.ask('link.answer', { identifiers: identifiersOf(source), isOwn })
    if (!answer?.ok) return say(source, answer?.message ?? texts('away'), 'error')
    if (!isOwn) {
      asked.delete(source)
      return say(source, texts('link.not'))
    }
    if (answer.isLinked) linked(source)
    else say(source, texts('link.confirm'))
  }

  const linked = (source: string): void => {
    const name = asked.get(source)
    if (name !== undefined && asked.delete(source)) say(source, texts('link.linked', { name }))
  }

  return {
    typed: (source: string, [word = '']: readonly string[]): void => {
      const knows = portal.knows('link.code')
      if (!knows) return say(source, texts(knows === undefined ? 'away' : 'old'), 'error')
      const answer = word.toLowerCase()
      if (answer === 'yes' || answer === 'no') void answerFor(source, answer === 'yes')
      else if (/^\d{6}$/.test(word)) void type(source, word)
      else say(source, texts('link.sixDigits', { command }), 'error')
    },
    /** The portal found the account of a player. */
    linked,
    left: (source: string): void => void asked.delete(source),
  }
}
