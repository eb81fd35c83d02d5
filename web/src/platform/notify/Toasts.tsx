import { useSyncExternalStore } from 'react'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { log } from '../log/log.ts'
import { toastLibrary } from './notify.ts'
import { closePlainToast, usePlainToasts } from './plain-toasts.ts'
import classes from './Toasts.module.css'

/** Renders toasts with the library, and without it until it has loaded. */
export function Toasts() {
  const library = useSyncExternalStore(toastLibrary.subscribe, toastLibrary.get)
  return (
    <>
      {library.phase === 'ready' && (
        <ErrorBoundary onError={(error) => log.error('The toasts failed', error)} renderError={() => null}>
          <library.value.ToastHost />
        </ErrorBoundary>
      )}
      <PlainToasts />
    </>
  )
}

function PlainToasts() {
  const toasts = usePlainToasts()
  return (
    <div className={classes.list}>
      {toasts.map(({ id, kind, message, action }) => (
        <div key={id} className={classes.toast} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
          <span className={classes.message}>{message}</span>
          {action && (
            <button type="button" className={classes.action} onClick={() => closePlainToast(id, true)}>
              {action.label}
            </button>
          )}
          <button type="button" className={classes.close} aria-label="Close" onClick={() => closePlainToast(id)}>
            ×
          </button>
          <span className={classes.progress} />
        </div>
      ))}
    </div>
  )
}
