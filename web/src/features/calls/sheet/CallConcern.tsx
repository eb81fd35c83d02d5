import type { Call } from '@tenfour/contract'
import { useUnit } from '../../board/board.port.ts'
import { CLASS_WORDS } from '../call-words.ts'
import { Fact } from './Fact.tsx'

/** Whom the call concerns, and which dispatcher looks after it. */
export function CallConcern({ call: { classes, handlerUserId } }: { call: Call }) {
  const handler = useUnit(handlerUserId)
  const services = classes.map((each) => CLASS_WORDS[each]).join(', ')
  return (
    <Fact name="For">
      <span className="muted">
        {services.charAt(0).toUpperCase() + services.slice(1)}
        {handler && (
          <>
            {' · looked after by '}
            <span className="mono">{handler.identifier}</span> {handler.name}
          </>
        )}
      </span>
    </Fact>
  )
}
