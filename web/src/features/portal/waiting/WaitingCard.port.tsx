import { Card } from '../../../ui/Card.tsx'
import { useShowAll } from '../../../ui/use-show-all.tsx'
import { useWaiting } from './use-waiting.port.ts'
import { WaitingLinks } from './WaitingLinks.tsx'

/** The member's list 'Waiting for you'; nothing while it is empty. */
export function WaitingCard({ userId }: { userId: number }) {
  const items = useWaiting(userId) ?? []
  const { list, button } = useShowAll({ count: items.length, first: 4, words: `All ${items.length}` })
  if (items.length === 0) return null
  return (
    <Card title="Waiting for you">
      <WaitingLinks items={items} list={list} />
      {button}
    </Card>
  )
}
