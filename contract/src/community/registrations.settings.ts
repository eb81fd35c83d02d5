import { flagSetting, numberSetting } from '../setting.ts'

const group = {
  key: 'registrations',
  title: 'Registration',
  help: 'People without an account apply at /login/register, and members who manage accounts decide.',
}

export const registrationOpen = flagSetting({
  key: 'registrations.open',
  group,
  title: 'Take applications',
  help: 'While this is off, nobody new can apply. Applications that wait are still decided.',
  fallback: false,
})

export const registrationWork = flagSetting({
  key: 'registrations.work',
  group,
  title: 'Let browsers work before they apply',
  help: 'A browser calculates for about a second before it sends an application, which makes it expensive to send many. No other service is involved.',
  fallback: false,
})

export const registrationDays = numberSetting({
  key: 'registrations.days',
  group,
  title: 'Keep applications for',
  help: 'Counted from the last time something happened to the application. It is deleted then, decided or not; accounts stay.',
  fallback: 90,
  min: 1,
  max: 730,
  unit: 'days',
})
