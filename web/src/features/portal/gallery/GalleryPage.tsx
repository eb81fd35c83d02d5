import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { RoleGroupName } from '@tenfour/contract'
import { useState } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { RoleChip } from '../../../ui/RoleChip.tsx'
import { STATUS_TONES, StatusBadge, type StatusTone } from '../../../ui/StatusBadge.tsx'
import { useThemeClass, type ThemeClass } from '../../../ui/ThemeProvider.tsx'
import { GalleryForm } from './GalleryForm.tsx'
import classes from './GalleryPage.module.css'
import { GalleryTables } from './GalleryTables.tsx'

const WORDS: Record<StatusTone, string> = {
  available: 'In service',
  'en-route': 'En route',
  'on-scene': 'On scene',
  busy: 'Busy',
  custody: 'Custody',
  off: 'Off duty',
  neutral: 'Draft',
  info: 'Reviewed',
  success: 'Delivered',
  warning: 'Late',
  danger: 'Failed',
}
const TOKENS = [
  'ground',
  'panel',
  'raised',
  'sunken',
  'line',
  'line-strong',
  'control-line',
  'accent',
  'accent-soft',
  'danger',
  'p1',
  'p2',
  'p3',
  'p4',
]

/** Every component in each of its states, for development only. */
export function GalleryPage() {
  const [themeClass, setThemeClass] = useState<ThemeClass>('cad-light-theme')
  useThemeClass(themeClass)
  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      <PageHeader
        title="Components"
        subtitle="What every page is drawn with, in each of its states"
        actions={
          <SegmentedControl
            aria-label="Theme"
            value={themeClass}
            onChange={setThemeClass}
            data={[
              { value: 'cad-light-theme', label: 'Light' },
              { value: 'cad-dark-theme', label: 'Dark' },
            ]}
          />
        }
      />
      <Banners />
      <div className={classes.grid}>
        <Statuses />
        <Actions />
        <Tokens />
        <Texts />
      </div>
      <GalleryForm />
      <GalleryTables />
      <States />
    </main>
  )
}

function Banners() {
  return (
    <div className={classes.stack}>
      <Banner tone="warning" title="Your Steam hex looks wrong." action={<a href="#forms">Fix it in settings →</a>}>
        It should be 15 characters, 0–9 and a–f. You can’t join the game server until it is right.
      </Banner>
      <Banner tone="info" title="Training on Sunday.">
        High-risk stops with air support.
      </Banner>
      <Banner tone="danger" title="Server 2 has not answered for 3 h.">
        Positions on the map are old.
      </Banner>
    </div>
  )
}

function Statuses() {
  return (
    <Card title="Status" aside="colour and word">
      <div className={classes.stack}>
        <div className={classes.row}>
          {STATUS_TONES.map((tone) => (
            <StatusBadge key={tone} tone={tone}>
              {WORDS[tone]}
            </StatusBadge>
          ))}
        </div>
        <div className={classes.row}>
          {STATUS_TONES.map((tone) => (
            <StatusBadge key={tone} tone={tone} variant="soft">
              {WORDS[tone]}
            </StatusBadge>
          ))}
        </div>
        <div className={classes.row}>
          {RoleGroupName.options.map((role) => (
            <RoleChip key={role} role={role} />
          ))}
        </div>
      </div>
    </Card>
  )
}

function Actions() {
  const [answer, setAnswer] = useState('')
  const ask = async (danger: boolean) => {
    const confirmed = await confirm(
      danger
        ? {
            title: 'Remove this server?',
            body: 'Its keys stop working at once and its patrol history is deleted. This cannot be undone.',
            subject: 'Server 2 (Development)',
            confirmLabel: 'Remove server',
            danger,
          }
        : { title: 'End your patrol?', body: 'You go off duty and leave call 1042.', confirmLabel: 'End patrol' },
    )
    setAnswer(confirmed ? 'confirmed' : 'cancelled')
  }
  return (
    <Card title="Buttons" aside={answer} link={<Anchor href="#tables">All tables</Anchor>}>
      <div className={classes.stack}>
        <div className={classes.row}>
          <Button onClick={() => void ask(false)}>Go on duty</Button>
          <Button variant="default">Start civilian patrol</Button>
          <Button variant="light">Assign</Button>
          <Button variant="outline">Preview</Button>
          <Button variant="subtle">Clear filters</Button>
        </div>
        <div className={classes.row}>
          <Button color="danger" onClick={() => void ask(true)}>
            Remove server
          </Button>
          <Button color="danger" variant="light">
            Recall
          </Button>
          <Button color="danger" variant="outline">
            Deny
          </Button>
          <Button disabled>Not now</Button>
          <Button loading>Saving</Button>
        </div>
        <div className={classes.row}>
          <CopyButton text="tenfour" what="the name" />
          <CopyButton text="curl" label="Copy as curl" />
        </div>
      </div>
    </Card>
  )
}

function Tokens() {
  return (
    <Card title="Tokens">
      <div className={classes.swatches}>
        {TOKENS.map((token) => (
          <div key={token} className={classes.swatch}>
            <i style={{ background: `var(--${token})` }} />
            <span className="mono">{token}</span>
          </div>
        ))}
      </div>
    </Card>
  )
}

function Texts() {
  return (
    <Card title="Text" aside="with links">
      <p className={classes.paragraph}>
        <LinkedText text="Rules are at https://example.org/rules (see https://example.org/a_(b)). <b>Markup</b> stays text." />
      </p>
      <p className="muted">Muted text, for what supports the rest.</p>
      <p className="faint">Faint text, for times and counts.</p>
      <p className="mono">4L12 · ABC123 · 21:46:04</p>
    </Card>
  )
}

function States() {
  const failure = { message: 'An internal error occured; please try again later or contact Development', requestId: 'req-7f3k2' }
  return (
    <div className={classes.grid}>
      <Card title="Loading">
        <PageLoading rows={4} />
      </Card>
      <Card title="Error">
        <PageError error={failure} onRetry={() => undefined} />
      </Card>
      <Card title="Empty">
        <Empty title="No patrols yet" text="Your patrols appear here once you have been on duty." action={<Button>Go on duty</Button>} />
      </Card>
      <Card title="Empty, with its own icon">
        <Empty icon={<IconCalendarOff size={28} stroke={1.6} />} title="Nothing planned" />
      </Card>
    </div>
  )
}
