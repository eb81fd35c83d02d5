import { SegmentedControl } from '@mantine/core'
import { saveTheme, ThemeChoice, type CurrentUser } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { chooseTheme, useThemeChoice } from '../../../platform/theme/portal-theme.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { setCurrentUser } from './settings.queries.ts'
import classes from './SettingsPage.module.css'

const NAMES: Readonly<Record<ThemeChoice, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

/** Shown at once; goes back to what the account has if it can't be kept. */
async function choose({ userId, theme }: CurrentUser, next: ThemeChoice): Promise<void> {
  chooseTheme(next)
  try {
    setCurrentUser(await call(saveTheme, { params: { userId }, body: { theme: next } }))
  } catch (error) {
    chooseTheme(theme)
    reportError(error)
  }
}

export function ThemeCard({ user }: { user: CurrentUser }) {
  return (
    <Card title="Theme">
      <div className={classes.form}>
        <SegmentedControl
          aria-label="Theme"
          fullWidth
          value={useThemeChoice()}
          data={ThemeChoice.options.map((value) => ({ value, label: NAMES[value] }))}
          onChange={(next) => void choose(user, ThemeChoice.parse(next))}
        />
        <CardNote>The CAD and the live map start dark and have a switch of their own.</CardNote>
      </div>
    </Card>
  )
}
