import { NativeSelect, TextInput } from '@mantine/core'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import classes from './sheet-dialog.module.css'
import { COUNTED_FROM, sheetReckoningAtom, SYSTEMS } from '../../model/sheet/sheet-reckoning.ts'
import type { SheetSystem } from '../../model/sheet/sheet-system.ts'

/** What the numbers of the sheet are counted in, and from which meridian. */
export function SystemFields({ system }: { readonly system: SheetSystem | null }) {
  const { t } = useTranslation(['editor', 'sheet'])
  const [reckoning, setReckoning] = useAtom(sheetReckoningAtom)
  const hasMeridian = reckoning.system === 'degrees' || (reckoning.system === 'epsg' && system?.isAngular)
  return (
    <div className={classes['pair']}>
      <NativeSelect
        label={t('sheet:system')}
        value={reckoning.system}
        data={SYSTEMS.map((value) => ({ value, label: t(`sheet:systems.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const next = SYSTEMS.find((candidate) => candidate === value)
          if (next) setReckoning({ ...reckoning, system: next })
        }}
      />
      {reckoning.system === 'epsg' && (
        <TextInput
          label={t('placeEntry.code')}
          description={system?.code ? system.name : undefined}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('sheet:codeExample')}
          maxLength={6}
          value={reckoning.code}
          onChange={({ currentTarget: { value } }) =>
            setReckoning({ ...reckoning, code: value.replace(/\D/g, '') })
          }
        />
      )}
      {hasMeridian && (
        <NativeSelect
          label={t('sheet:from')}
          value={reckoning.from}
          data={COUNTED_FROM.map((value) => ({ value, label: t(`sheet:meridian.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const next = COUNTED_FROM.find((candidate) => candidate === value)
            if (next) setReckoning({ ...reckoning, from: next })
          }}
        />
      )}
    </div>
  )
}
