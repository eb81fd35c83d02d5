import { Button } from '@mantine/core'
import { accessSubject, countOpen, isAllowed, saveSetting, type FeatureSwitch, type SettingState } from '@tenfour/contract'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ChangedBy } from './SettingRow.tsx'
import classes from './settings.module.css'
import { keepStates, refetchSettings } from './settings.queries.ts'
import { Row } from '../../../ui/layout.tsx'

/** A feature with its switch, which acts at once: it asks first, and says what is open. */
export function FeatureRow({ feature, state }: { feature: FeatureSwitch; state: SettingState }) {
  const { key, title, help } = feature
  const [isBusy, setBusy] = useState(false)
  const mayChange = isAllowed(feature.access, accessSubject(useSignedInUser())) && state.source !== 'environment'
  const isOn = state.value === true
  const flip = async () => {
    setBusy(true)
    try {
      if (isOn && !(await mayGo(feature))) return
      keepStates([await call(saveSetting, { params: { key }, body: { value: !isOn, version: state.version } })])
      notify.success(isOn ? `${title}: switched off` : `${title}: switched on`)
    } catch (error) {
      notify.error(errorInfo(error).message)
      void refetchSettings()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.help}>{help}</p>
      </div>
      <div className={classes.control}>
        <Row gap={12} nowrap>
          <StatusBadge tone={isOn ? 'available' : 'off'} variant="soft">
            {isOn ? 'On' : 'Off'}
          </StatusBadge>
          {/* Never disabled while it works: a disabled button loses the focus. */}
          <Button variant="default" size="xs" aria-busy={isBusy} disabled={!mayChange} onClick={() => void (isBusy || flip())}>
            {isOn ? 'Switch off' : 'Switch on'}
            <span className="visually-hidden"> {title}</span>
          </Button>
        </Row>
        <div className={classes.facts}>
          <span>Default: On</span>
          <ChangedBy state={state} />
        </div>
      </div>
    </div>
  )
}

async function mayGo({ key, title, offEffect }: FeatureSwitch): Promise<boolean> {
  const open = await call(countOpen, { params: { key } })
  return confirm({
    title: `Switch off ${title}?`,
    body: (
      <>
        {open.map(({ text }) => (
          <p key={text}>
            <strong>{text}.</strong>
          </p>
        ))}
        <p>{offEffect} Nothing is deleted.</p>
      </>
    ),
    confirmLabel: 'Switch off',
    danger: true,
  })
}
