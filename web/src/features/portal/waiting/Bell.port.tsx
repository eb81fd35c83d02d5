import type { ComponentProps } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { NoticesBell, type BellPart } from '../../people/notices/NoticesBell.port.tsx'
import { useWaiting } from './use-waiting.port.ts'
import { WaitingLinks } from './WaitingLinks.tsx'

/** The bell counts the kinds of things that wait, not the things: a supervisor with a long queue still sees that something was added. */
export function Bell(props: Omit<ComponentProps<typeof NoticesBell>, 'parts'>) {
  const items = useWaiting(useSignedInUser().userId) ?? []
  const waiting: BellPart = {
    id: 'waiting',
    title: 'Waiting for you',
    count: items.length,
    words: `${items.length} waiting for you`,
    content: <WaitingLinks items={items} />,
  }
  return <NoticesBell {...props} parts={[waiting]} />
}
