import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Key } from '../../../ui/Key.tsx'
import { Row } from '../../../ui/layout.tsx'
import classes from './Notice.module.css'

type NoticeProps = {
  tone: 'ping' | 'welfare' | 'tone'
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  /** The label of the button that dismisses it. */
  answer: string
  isAnswering?: boolean
  hasKey: boolean
  onAnswer: () => void
  extra?: ReactNode
}

/** A notice over the page that needs an answer. Does not take focus from what is being typed. */
export function Notice({ tone, icon, title, children, answer, isAnswering = false, hasKey, onAnswer, extra }: NoticeProps) {
  return (
    <Row gap="10px 14px" className={classes.notice} data-tone={tone}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.text}>
        <strong className={classes.title}>{title}</strong>
        {children}
      </div>
      <Row className={classes.actions}>
        {extra}
        <Button
          size="sm"
          loading={isAnswering}
          onClick={onAnswer}
          aria-keyshortcuts={hasKey ? 'Alt+A' : undefined}
          rightSection={hasKey && <Key>Alt A</Key>}
        >
          {answer}
        </Button>
      </Row>
    </Row>
  )
}
