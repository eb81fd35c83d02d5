import { CopyButton } from '../../../ui/CopyButton.tsx'
import classes from './PasswordOnce.module.css'

/** A password that is shown only once. */
export function PasswordOnce({ password }: { password: string }) {
  return (
    <div className={classes.once}>
      <code className={classes.password}>{password}</code>
      <CopyButton text={password} what="the password" />
      <p className={classes.note}>Pass it on now: it is shown only once and not stored.</p>
    </div>
  )
}
