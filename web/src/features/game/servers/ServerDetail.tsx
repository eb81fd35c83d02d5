import { Button } from '@mantine/core'
import type { ManagedServer, RoomSnapshot } from '@tenfour/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, useEffect } from 'react'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { CARD } from '../../../platform/load/shapes.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import { LiveIndicator } from '../../../platform/realtime/LiveIndicator.tsx'
import { environmentWord } from '../../../platform/servers/server-statuses.ts'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { WhitelistCard } from '../whitelist/WhitelistCard.port.tsx'
import { KeysCard } from './KeysCard.tsx'
import { LinkCard } from './LinkCard.tsx'
import { retireWords } from './managed-servers.ts'
import { PlayersCard } from './PlayersCard.tsx'
import classes from './ServerDetail.module.css'
import { RecordsCard } from './RecordsCard.tsx'
import { setServerRetired } from './servers.manage.ts'
import { Stack } from '../../../ui/layout.tsx'
import { subscribe } from '../../../platform/realtime/realtime.ts'

const MapSettings = lazyComponent(async () => (await import('../server-map/MapSettings.port.tsx')).MapSettings, {
  what: "The map's settings",
  shape: CARD,
})

export function ServerDetail({ server, onEdit }: { server: ManagedServer; onEdit: () => void }) {
  const { serverId, name, address, isRetired } = server
  const room = useServerRoom(serverId)
  const link = room?.link ?? server.link
  const facts = [environmentWord(server), address, isRetired && 'Retired'].filter(Boolean).join(' · ')
  return (
    <>
      <Link to="/servers/list" search={(before) => ({ ...before, server: undefined })} className={classes.back}>
        <IconArrowLeft size={15} aria-hidden /> All servers
      </Link>
      <PageHeader title={name} subtitle={facts} actions={<Actions server={server} onEdit={onEdit} />} />
      <div className={classes.columns}>
        <Stack>
          <PlayersCard serverId={serverId} link={link} />
          <KeysCard serverId={serverId} isRetired={isRetired} />
        </Stack>
        <Stack>
          <LinkCard server={{ ...server, link }} indicator={<LiveIndicator />} />
          <WhitelistCard serverId={serverId} whitelist={room?.whitelist} />
          {!isRetired && <RecordsCard serverId={serverId} version={server.version} />}
          {!isRetired && <MapCard serverId={serverId} />}
        </Stack>
      </div>
    </>
  )
}

function Actions({ server, onEdit }: { server: ManagedServer; onEdit: () => void }) {
  const { name, isRetired } = server
  const retire = useMutation({
    mutationFn: (next: boolean) => setServerRetired(server, next),
    onSuccess: (_saved, next) => notify.success(`${name} has been ${next ? 'retired' : 'restored'}`),
  })
  const ask = async () => {
    if (await confirm({ title: `Retire ${name}?`, body: retireWords(server), subject: name, confirmLabel: 'Retire server', danger: true }))
      retire.mutate(true)
  }
  if (isRetired) {
    return (
      <Button loading={retire.isPending} onClick={() => retire.mutate(false)}>
        Restore
      </Button>
    )
  }
  return (
    <>
      <Button variant="default" loading={retire.isPending} onClick={() => void ask()}>
        Retire
      </Button>
      <Button onClick={onEdit}>Edit</Button>
    </>
  )
}

function MapCard({ serverId }: { serverId: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Map"
      link={
        <Link to="/livemap" search={{ serverId }}>
          Open the live map
        </Link>
      }
    >
      {isOpen ? (
        <MapSettings serverId={serverId} />
      ) : (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Map settings
        </Button>
      )}
    </Card>
  )
}

type Known = RoomSnapshot<'server'>

/** A server's link state and whitelist; undefined until the room has answered. */
function useServerRoom(serverId: number): Known | undefined {
  const [known, setKnown] = useState<Known>()
  useEffect(
    () =>
      subscribe(
        'server',
        { serverId },
        {
          onSnapshot: setKnown,
          onDelta: (delta) =>
            setKnown(
              (before) =>
                before && (delta.event === 'link.changed' ? { ...before, link: delta.payload } : { ...before, whitelist: delta.payload }),
            ),
        },
      ),
    [serverId],
  )
  return known
}
