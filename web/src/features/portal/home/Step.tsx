import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './FirstSteps.module.css'

type StepProps = { number: number; isDone: boolean; title: string; children: ReactNode; action?: ReactNode }

export function Step({ number, isDone, title, children, action }: StepProps) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.number} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.2} /> : number}
      </span>
      <div className={classes.text}>
        <strong className={classes.title}>
          {title}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </strong>
        <span className="muted">{children}</span>
      </div>
      {action}
    </li>
  )
}
