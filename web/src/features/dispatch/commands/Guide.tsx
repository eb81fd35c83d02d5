import { Modal, Switch, Tabs } from '@mantine/core'
import type { RadioCode } from '@tenfour/contract'
import { statusWords } from '../../../ui/unit-status.ts'
import { Key } from '../../../ui/Key.tsx'
import type { ShortcutGroup } from '../../../panels/shortcuts.ts'
import { usageOf, type CommandContext } from '../../../panels/commands/command.ts'
import { STATUS_CODES } from '../units/unit-slots.port.ts'
import { showGuide, type GuidePart, setSingleKeys, useSingleKeys } from './use-shortcuts.ts'
import { classNames, Row } from '../../../ui/layout.tsx'
import { ModalHeader } from '../../../ui/FormModal.tsx'
import classes from './Guide.module.css'
import { radioCodes } from '../cad-values/cad-values.port.ts'
import { shortcutGroups } from './shortcuts.ts'

type GuideProps = { part: GuidePart; context: CommandContext; shortcuts: readonly ShortcutGroup[]; onClose: () => void }

/** Lists every key and command, from the same tables that implement them. */
export function Guide({ part, context, shortcuts, onClose }: GuideProps) {
  return (
    <Modal.Root opened onClose={onClose} size={860}>
      <Modal.Overlay />
      <Modal.Content>
        <ModalHeader title="Keys and commands" />
        <Modal.Body>
          <Tabs value={part} onChange={(next) => showGuide(next === 'keys' ? 'keys' : 'commands')}>
            <Tabs.List>
              <Tabs.Tab value="keys">Keys</Tabs.Tab>
              <Tabs.Tab value="commands">Commands</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="keys" pt={14}>
              <Keys groups={[...shortcutGroups(), ...shortcuts]} />
            </Tabs.Panel>
            <Tabs.Panel value="commands" pt={14}>
              <Commands context={context} />
            </Tabs.Panel>
          </Tabs>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Keys({ groups }: { groups: readonly ShortcutGroup[] }) {
  const isOn = useSingleKeys()
  return (
    <>
      <div className={classes.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className={classNames('subhead small', classes.group)}>{title}</h3>
            <dl className="flush">
              {shortcuts.map(({ keys, does, isSingle }) => (
                <Row key={keys.join()} nowrap gap={12} align="baseline" className={classes.key} data-off={(isSingle && !isOn) || undefined}>
                  <dt>
                    {keys.map((key) => (
                      <Key key={key}>{key}</Key>
                    ))}
                  </dt>
                  <dd className="flush">{does}</dd>
                </Row>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        className={classes.single}
        label="Single-key shortcuts"
        description="When off, only Ctrl, Alt and F6 shortcuts work."
        checked={isOn}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
    </>
  )
}

function Commands({ context }: { context: CommandContext }) {
  return (
    <div className={classes.code}>
      <p className="muted" style={{ margin: '0 0 12px' }}>
        Commands can be shortened. <code>me</code> = your unit, <code>.</code> = the open call, <code>[ ]</code> = optional. A call number
        alone opens the call, a call sign alone shows the unit.
      </p>
      <table className={classes.commands}>
        <thead>
          <tr>
            <th scope="col">Command</th>
            <th scope="col">What it does</th>
            <th scope="col">For example</th>
          </tr>
        </thead>
        <tbody>
          {context.commands.map((command) => (
            <tr key={command.word}>
              <th scope="row">
                <code>{usageOf(command)}</code>
                {command.long !== command.word && <span className={classNames('faint tiny', classes.long)}>{command.long}</span>}
              </th>
              <td>
                {command.does}
                {command.note && <span className="faint tiny">{command.note}</span>}
                {command.refusal(context) && <span className="amber tiny">{command.refusal(context)}</span>}
              </td>
              <td>
                {command.examples.map((example) => (
                  <code key={example}>{example}</code>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className={classNames('subhead small', classes.group)}>Statuses</h3>
      <Row as="ul" gap="4px 18px">
        {STATUS_CODES.map(({ status, codes }) => (
          <li key={status}>
            <code>{[...codes, ...radioCodes().codesFor({ status })].join(' ')}</code> {statusWords(status)}
          </li>
        ))}
      </Row>
      <h3 className={classNames('subhead small', classes.group)}>Radio codes</h3>
      <p className="muted" style={{ margin: '0 0 8px' }}>
        <code>10-8</code> alone sets your own status, <code>4L12 10-8</code> that of a unit. <code>10 8</code> and <code>code4</code> work
        too.
      </p>
      <ul className={classes.codes}>
        {radioCodes().codes.map((each) => {
          const words = wordsOf(each, context)
          return (
            words && (
              <li key={each.code}>
                <code>{each.code}</code> {words}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

/** Nothing for a status, which has its codes in its own list, and for a type that the community does not have. */
function wordsOf(code: RadioCode, { callTypes }: CommandContext): string | undefined {
  if ('status' in code) return undefined
  return 'command' in code
    ? `= ${code.command.replace('<call>', '[call]')}`
    : callTypes.find((type) => type.key.toUpperCase() === code.callType)?.name
}
