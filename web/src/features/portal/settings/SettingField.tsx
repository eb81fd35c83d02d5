import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import type { SettingInput } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { TimeZoneField } from '../calendar/TimeZoneField.port.tsx'
import { departmentsQuery } from '../../people/departments/departments.port.ts'
import { ColourField, LookPictureField } from './LookFields.tsx'
import { SoundField } from './SoundField.tsx'
import classes from './settings.module.css'
import { Row } from '../../../ui/layout.tsx'

type SettingFieldProps = {
  id: string
  kind: SettingInput
  value: string | boolean
  error: string | null
  disabled: boolean
  description: string
  onChange: (value: string | boolean) => void
}

const LONG_TEXT = 120

/** The input for a setting, by its kind. Its label is beside it. */
export function SettingField({ id, kind, value, error, disabled, description, onChange }: SettingFieldProps) {
  // The library sets aria-describedby itself, to the error alone.
  const common = { id, disabled, error, 'aria-description': description }
  const text = String(value)
  switch (kind.kind) {
    case 'flag':
      return (
        <Switch
          {...common}
          checked={value === true}
          label={value === true ? 'On' : 'Off'}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <Row align="start" nowrap>
          <TextInput
            {...common}
            className={classes.numberInput}
            inputMode="numeric"
            value={text}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <span className={classes.unit}>{kind.unit}</span>
        </Row>
      )
    case 'choice':
      return (
        <NativeSelect
          {...common}
          value={text}
          data={Object.entries(kind.options).map(([option, label]) => ({ value: option, label }))}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'department':
      return <DepartmentField {...common} value={text} onChange={onChange} />
    case 'timeZone':
      return <TimeZoneField {...common} value={text} onChange={onChange} />
    case 'colour':
      return <ColourField {...common} value={text} onChange={onChange} />
    case 'sound':
      return <SoundField {...common} sound={kind.sound} value={text} onChange={onChange} />
    case 'picture':
      return <LookPictureField {...common} value={text} onChange={onChange} />
    case 'text': {
      const input = { ...common, value: text, maxLength: kind.max }
      return kind.max > LONG_TEXT ? (
        <Textarea {...input} autosize minRows={2} maxRows={6} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      ) : (
        <TextInput {...input} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      )
    }
  }
}

type DepartmentFieldProps = Omit<ComponentProps<typeof NativeSelect>, 'data' | 'onChange'> & { onChange: (value: string) => void }

function DepartmentField({ onChange, ...props }: DepartmentFieldProps) {
  const { data } = useQuery(departmentsQuery(true))
  const named = (data ?? []).map(({ departmentId, name }) => ({ value: String(departmentId), label: name }))
  // A department that is not among them, or not loaded yet, stays chosen.
  const isKnown = props.value === '0' || named.some(({ value }) => value === props.value)
  const unknown = isKnown ? [] : [{ value: String(props.value), label: `Department ${String(props.value)}` }]
  return (
    <NativeSelect
      {...props}
      data={[{ value: '0', label: 'Any department' }, ...named, ...unknown]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
