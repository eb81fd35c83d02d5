import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorInfo } from './error-info.ts'
import classes from './PageStates.module.css'
import { RetryButton } from './RetryButton.tsx'
import { Stack } from './/layout.tsx'

/** Shaped like the page, so that nothing jumps when it arrives. */
export function PageLoading({ label = 'Loading', rows = 6 }: { label?: string; rows?: number }) {
  return (
    <Stack gap={12} aria-busy="true">
      <output className="visually-hidden">{label}…</output>
      <Skeleton height={28} width="min(280px, 60%)" />
      <Skeleton height={14} width="min(420px, 80%)" />
      <div className={classes.block}>
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} height={14} width={`${92 - ((index * 17) % 40)}%`} />
        ))}
      </div>
    </Stack>
  )
}

type PageErrorProps = {
  error: unknown
  title?: string
  onRetry?: () => unknown
  action?: ReactNode
}

export function PageError({ error, title = 'This could not be loaded', onRetry, action }: PageErrorProps) {
  const { message, requestId } = errorInfo(error)
  return (
    <div className={classes.state} role="alert">
      <IconAlertTriangle className={classes.dangerIcon} size={28} stroke={1.6} aria-hidden />
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{message}</p>
      {(onRetry || action) && (
        <div className={classes.actions}>
          {onRetry && <Button onClick={() => void onRetry()}>Try again</Button>}
          {action}
        </div>
      )}
      {requestId && (
        <p className={classes.request}>
          Request <span className="mono">{requestId}</span>
        </p>
      )}
    </div>
  )
}

type LoadFailedProps = {
  title: string
  text: string
  isRetrying: boolean
  onRetry: () => void
  onReload?: (() => void) | undefined
  /** Retrying can't help, so Reload is the primary button. */
  isReloadBest?: boolean
}

/** A page whose files could not be fetched. Not styled as an error: the content itself is fine. */
export function LoadFailed({ title, text, isRetrying, onRetry, onReload, isReloadBest = false }: LoadFailedProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} aria-hidden>
        <IconAlertTriangle size={28} stroke={1.6} />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        <RetryButton variant={isReloadBest ? 'default' : 'filled'} isRetrying={isRetrying} onRetry={onRetry} />
        {onReload && (
          <Button variant={isReloadBest ? 'filled' : 'default'} onClick={onReload}>
            Reload
          </Button>
        )}
      </div>
    </div>
  )
}

type EmptyProps = { title: string; text?: ReactNode; icon?: ReactNode; action?: ReactNode }

export function Empty({ title, text, icon, action }: EmptyProps) {
  return (
    <div className={classes.state}>
      <span className={classes.icon} aria-hidden>
        {icon ?? <IconInbox size={28} stroke={1.6} />}
      </span>
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.actions}>{action}</div>}
    </div>
  )
}
