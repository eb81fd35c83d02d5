import { Button } from '@mantine/core'
import { accessSubject, describeAccess, isAllowed, type Setting, type SettingState } from '@tenfour/contract'
import { IconLock } from '@tabler/icons-react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { fieldId, focusField } from './settings.queries.ts'
import { entryWords, isOutdated, shownInput, valueWords } from './setting-draft.ts'
import { SettingField } from './SettingField.tsx'
import classes from './settings.module.css'
import type { SettingEdits } from './use-setting-edits.ts'
import { Row } from '../../../ui/layout.tsx'
import { Link } from '@tanstack/react-router'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'

type SettingRowProps = { setting: Setting; state: SettingState; edits: SettingEdits }

/** One setting: what it does on the left, its input on the right. */
export function SettingRow({ setting, state, edits }: SettingRowProps) {
  const { key, title, help, input } = setting
  const id = fieldId(key)
  const edit = edits.editOf(key)
  const mayChange = isAllowed(setting.access, accessSubject(useSignedInUser()))
  const isDecided = state.source === 'environment'
  const isConflict = edit !== undefined && isOutdated(state, edit)
  const wantsDefault = edit?.entry.kind === 'default'
  const isDefault = wantsDefault || (state.source !== 'portal' && !edit)
  return (
    <div className={classes.row} data-edited={edit !== undefined || undefined}>
      <div className={classes.words}>
        <label htmlFor={id} className={classes.title}>
          {title}
        </label>
        <p className={classes.help}>{help}</p>
      </div>
      <div className={classes.control} onBlur={() => edits.check(setting)}>
        <SettingField
          id={id}
          kind={input}
          value={shownInput(setting, state, edit)}
          error={edits.errorOf(key)}
          disabled={isDecided || !mayChange}
          description={isDecided ? `${help} Set by ${setting.env}.` : help}
          onChange={(value) => edits.change(setting, state, { kind: 'value', input: value })}
        />
        <div className={classes.facts}>
          {isDecided ? (
            <span className={classes.decided}>
              <IconLock size={14} stroke={1.8} aria-hidden /> Set by <code className="mono">{setting.env}</code> in the environment
            </span>
          ) : (
            <>
              <span>{isDefault ? 'Default' : `Default: ${valueWords(setting, setting.fallback)}`}</span>
              {!isDefault && mayChange && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  mih={24}
                  aria-label={`Reset ${title}`}
                  onClick={() => {
                    edits.change(setting, state, { kind: 'default' })
                    focusField(key)
                  }}
                >
                  Reset
                </Button>
              )}
              <ChangedBy state={state} />
              {!mayChange && <span className={classes.line}>Can be changed by {describeAccess(setting.access)}</span>}
            </>
          )}
        </div>
      </div>
      {isConflict && (
        <div className={classes.conflict}>
          <Banner
            tone="warning"
            announce
            action={
              <Row as="span">
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => {
                    edits.forget(key)
                    focusField(key)
                  }}
                >
                  Use {valueWords(setting, state.value)}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => {
                    edits.keepMine(edit, state)
                    focusField(key)
                  }}
                >
                  Keep {entryWords(setting, edit.entry)}
                </Button>
              </Row>
            }
          >
            <strong>{state.changedBy?.name ?? 'Someone else'}</strong>{' '}
            {state.source === 'default' ? 'reset this while you were editing' : 'changed this while you were editing'}. It is now{' '}
            {valueWords(setting, state.value)}; you entered {entryWords(setting, edit.entry)}.
          </Banner>
        </div>
      )}
    </div>
  )
}

/** 'Changed by Rosa Delgado 2 h ago', on a line of its own; nothing while it is the default. */
export function ChangedBy({ state: { changedAt, changedBy } }: { state: SettingState }) {
  if (changedAt === null) return null
  return (
    <span className={classes.line}>
      Changed{' '}
      {changedBy && (
        <>
          by{' '}
          <Link to="/admin/users/$userId" params={{ userId: changedBy.userId }}>
            {changedBy.name}
          </Link>{' '}
        </>
      )}
      <time dateTime={changedAt} title={dateTime(changedAt)}>
        {relativeTime(changedAt)}
      </time>
    </span>
  )
}
