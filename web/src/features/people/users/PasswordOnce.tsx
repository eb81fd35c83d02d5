import { CopyButton } from '../../../ui/CopyButton.tsx'
import classes from './PasswordOnce.module.css'
import { Row } from '../../../ui/layout.tsx'

/** A password that is shown only once. */
export function PasswordOnce({ password }: { password: string }) {
  return (
    <Row gap="8px 12px">
      <code className={classes.password}>{password}</code>
      <CopyButton text={password} what="the password" />
      <p className={classes.note}>Pass it on now: it is shown only once and not stored.</p>
    </Row>
  )
}
