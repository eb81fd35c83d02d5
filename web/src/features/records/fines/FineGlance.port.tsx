import type { OwnFine } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { inFineOrder, isOpen, money, unpaidWords } from './fine.labels.ts'
import classes from './Fines.module.css'

const SHOWN = 3

/** Open fines of a character at a glance, for a panel; nothing where there are none. */
export function FineGlance({ characterId, fines }: { characterId: number; fines: readonly OwnFine[] }) {
  const open = inFineOrder(fines).filter(isOpen)
  if (open.length === 0) return null
  return (
    <>
      <ul className={classes.glance} aria-label="Fines">
        {open.slice(0, SHOWN).map(({ fineId, amount, about, state }) => (
          <li key={fineId}>
            <span className={classes.amount}>{money(amount)}</span>
            <span className={classes.glanceAbout} title={about}>
              {about}
            </span>
            {state === 'contested' && <span className={classes.detail}>contested</span>}
          </li>
        ))}
      </ul>
      <Link to="/user/characters/$characterId" params={{ characterId: String(characterId) }} className={classes.more}>
        {unpaidWords(open) || `${open.length} contested`}
      </Link>
    </>
  )
}
