import { IconCheck } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import classes from './Steps.module.css'

/** Steps that somebody takes in order; fills a flush card. */
export const Steps = ({ children, ref }: { children: ReactNode; ref?: Ref<HTMLOListElement> }) => (
  <ol className={classes.steps} ref={ref}>
    {children}
  </ol>
)

type StepProps = {
  number: number
  isDone: boolean
  /** The step that is worked in. */
  isOpen?: boolean
  title: string
  words: ReactNode
  /** The controls of the step. */
  children?: ReactNode
}

export const Step = ({ number, isDone, isOpen = false, title, words, children }: StepProps) => (
  <li className={classes.step} data-done={isDone || undefined} data-open={isOpen || undefined} tabIndex={-1}>
    <span className={classes.number} aria-hidden>
      {isDone ? <IconCheck size={15} stroke={2.6} /> : number}
    </span>
    <div className={classes.text}>
      <strong className={classes.title}>
        {title}
        {isDone && <span className="visually-hidden"> (done)</span>}
      </strong>
      <span className="muted">{words}</span>
    </div>
    {children}
  </li>
)
