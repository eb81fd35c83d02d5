import { Button, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { CardLoading } from '../../ui/CardStates.tsx'
import { RetryButton } from '../../ui/RetryButton.tsx'
import type { FailedProps, Shape } from './lazy-component.tsx'
import classes from './shapes.module.css'

type ActionsProps = Omit<FailedProps, 'title' | 'text'> & { size: 'compact-sm' | 'xs' | 'sm' }

function Actions({ isRetrying, onRetry, onReload, isReloadBest, onClose, size }: ActionsProps) {
  return (
    <span className={classes.actions}>
      <RetryButton size={size} variant={isReloadBest ? 'default' : 'light'} isRetrying={isRetrying} onRetry={onRetry} />
      {onReload && (
        <Button size={size} variant={isReloadBest ? 'filled' : 'default'} onClick={onReload}>
          Reload
        </Button>
      )}
      {onClose && (
        <Button size={size} variant="default" onClick={onClose}>
          Close
        </Button>
      )}
    </span>
  )
}

const Nothing = () => null

/** One line, in place of a field or a few lines. */
export const INLINE: Shape = {
  Loading: Nothing,
  Failed: ({ title, text, ...actions }) => (
    <p className={classes.inline} role="alert">
      <span>
        {title}. {text}
      </span>
      <Actions {...actions} size="compact-sm" />
    </p>
  ),
}

/** Inside a card, or another part of a page with its own title. */
export const CARD: Shape = { Loading: CardLoading, Failed: INLINE.Failed }

const Centred = ({ title, text, ...actions }: FailedProps) => (
  <div className={classes.centred} role="alert">
    <IconAlertTriangle className={classes.icon} size={22} stroke={1.6} aria-hidden />
    <p className={classes.title}>{title}</p>
    <Text inherit>{text}</Text>
    <Actions {...actions} size="xs" />
  </div>
)

/** A panel of the desktop, or an open dialog. */
export const PANEL: Shape = {
  Loading: () => (
    <div className={classes.lines} aria-busy="true">
      <output className="visually-hidden">Loading…</output>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={12} width={`${90 - ((index * 19) % 45)}%`} />
      ))}
    </div>
  ),
  Failed: Centred,
}

/** Reserves the chart's height. */
export const chartShape = (className: string | undefined): Shape => ({
  Loading: () => <div className={className} />,
  Failed: (props) => (
    <div className={className}>
      <Centred {...props} />
    </div>
  ),
})

/** Overlays: a dialog, a menu. */
export const DIALOG: Shape = { Loading: Nothing, Failed: FailedDialog }

function FailedDialog({ title, text, onClose, ...actions }: FailedProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(true)
  const titleId = useId()
  const close = onClose ?? (() => setIsOpen(false))
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [isOpen])
  if (!isOpen) return null
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div role="alert">
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <Text inherit>{text}</Text>
      </div>
      <Actions {...actions} onClose={close} size="sm" />
    </dialog>
  )
}

/** Drawn over every page, with no place of its own. */
export const NOTICE: Shape = { Loading: Nothing, Failed: FailedNotice }

function FailedNotice(props: FailedProps) {
  const [isHidden, setIsHidden] = useState(false)
  if (isHidden) return null
  return (
    <div className={classes.notice}>
      <INLINE.Failed {...props} onClose={() => setIsHidden(true)} />
    </div>
  )
}
