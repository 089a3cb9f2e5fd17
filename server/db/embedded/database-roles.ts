import { randomBytes, randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'

/** The cluster's superuser, for making the database and stopping the server. */
export const ADMIN_ROLE = 'palimpsest'
/** The application's own role, which owns the database and nothing else. */
export const APP_ROLE = 'palimpsest_app'

const passwordsShape = z.object({ admin: z.string().min(1), app: z.string().min(1) })
export type RolePasswords = z.infer<typeof passwordsShape>

/** Names the lock under which one process at a time sets the roles up. */
const SET_UP_LOCK = 7_203_311

/** Everyone who connects names a role and its password: who reads strangers' files may reach the socket. */
const WITH_PASSWORD = 'local all all scram-sha-256\n'
/** As clusters are made, until their roles have passwords. */
const WITHOUT_PASSWORD = 'local all all trust\n'

/** The passwords lie in the cluster, so that both are moved, copied and hidden together. */
const passwordsPath = (cluster: string) => join(cluster, 'palimpsest-passwords.json')
const rulesPath = (cluster: string) => join(cluster, 'pg_hba.conf')

/** The passwords of a cluster whose roles were set up. @throws Error where there are none */
export function readPasswords(cluster: string): RolePasswords {
  return passwordsShape.parse(JSON.parse(readFileSync(passwordsPath(cluster), 'utf8')))
}

/**
 * The passwords of a cluster, made where it has none yet.
 *
 * @returns isNew: the server asks for none, or for ones that are lost, until it has read its rules again
 */
export function findPasswords(cluster: string): { passwords: RolePasswords; isNew: boolean } {
  const isNew = !existsSync(passwordsPath(cluster))
  if (isNew) {
    writeRules(cluster, WITHOUT_PASSWORD)
    const made: RolePasswords = { admin: newPassword(), app: newPassword() }
    const unfinished = `${passwordsPath(cluster)}.${randomUUID()}`
    writeFileSync(unfinished, JSON.stringify(made), { mode: 0o600, flush: true })
    try {
      linkSync(unfinished, passwordsPath(cluster))
    } catch (error) {
      // Another process made them in the meantime.
      if (!existsSync(passwordsPath(cluster))) throw error
    } finally {
      rmSync(unfinished)
    }
  }
  return { passwords: readPasswords(cluster), isNew }
}

const newPassword = () => randomBytes(24).toString('base64url')

function writeRules(cluster: string, rules: string): void {
  const path = rulesPath(cluster)
  const unfinished = `${path}.${randomUUID()}`
  writeFileSync(unfinished, rules, { mode: 0o600, flush: true })
  const { uid, gid } = statSync(cluster)
  if (process.getuid?.() === 0) chownSync(unfinished, uid, gid)
  renameSync(unfinished, path)
}

/**
 * Gives the database to an ordinary role and has the server ask for passwords; a cluster of an earlier release, in which
 * everything belongs to the superuser and no password is asked for, is taken over. Interrupted, it is done again at the
 * next start.
 *
 * @param admin connects as the superuser
 */
export async function setUpRoles(
  admin: pg.ClientConfig,
  cluster: string,
  database: string,
  passwords: RolePasswords,
): Promise<void> {
  if (readFileSync(rulesPath(cluster), 'utf8') === WITH_PASSWORD) return
  await asAdmin({ ...admin, database: 'postgres' }, async (client) => {
    await client.query('select pg_advisory_lock($1)', [SET_UP_LOCK])
    const known = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE])
    if (known.rowCount === 0) await client.query(`create role ${APP_ROLE} login`)
    await client.query(`alter role ${APP_ROLE} password ${client.escapeLiteral(passwords.app)}`)
    await client.query(`alter role ${ADMIN_ROLE} password ${client.escapeLiteral(passwords.admin)}`)
    await client.query(`alter database ${database} owner to ${APP_ROLE}`)
    await asAdmin({ ...admin, database }, (inDatabase) => inDatabase.query(GIVE_OBJECTS))
    // Last: whoever finds these rules finds the roles set up.
    writeRules(cluster, WITH_PASSWORD)
    await client.query('select pg_reload_conf()')
  })
}

async function asAdmin<T>(admin: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(admin)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Everything of the superuser's that is neither the system's nor an extension's. `reassign owned` refuses the first superuser's. */
const GIVE_OBJECTS = `
do $$
declare
  change text;
begin
  for change in
    with own as (select oid as owner from pg_roles where rolname = '${ADMIN_ROLE}'),
    schemas as (
      select oid, nspname from pg_namespace
      where nspname not like 'pg\\_%' and nspname <> 'information_schema'
    ),
    -- Members of extensions, and sequences that belong to a column, go with what they belong to.
    dependent as (select classid, objid from pg_depend where deptype in ('e', 'i', 'a'))
    select format('schema %I', nspname) from pg_namespace, own
      where nspowner = owner and oid in (select oid from schemas)
        and ('pg_namespace'::regclass, oid) not in (select classid, objid from dependent)
    union all
    select format('%s %I.%I', case relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' else 'table' end, nspname, relname)
      from pg_class c join schemas s on s.oid = relnamespace, own
      where relowner = owner and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and (d.deptype = 'e' or (relkind = 'S' and d.deptype in ('a', 'i'))))
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p join schemas s on s.oid = pronamespace, own
      where proowner = owner
        and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
          and d.deptype = 'e')
    union all
    select format('type %I.%I', nspname, typname) from pg_type t join schemas s on s.oid = typnamespace, own
      where typowner = owner and typtype in ('e', 'd', 'r', 'c')
        and (typrelid = 0 or (select relkind from pg_class where oid = typrelid) = 'c')
        and not exists (select 1 from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid
          and d.deptype = 'e')
    union all
    select format('text search configuration %I.%I', nspname, cfgname)
      from pg_ts_config c join schemas s on s.oid = cfgnamespace, own where cfgowner = owner
        and not exists (select 1 from pg_depend d where d.classid = 'pg_ts_config'::regclass and d.objid = c.oid
          and d.deptype = 'e')
    union all
    select format('text search dictionary %I.%I', nspname, dictname)
      from pg_ts_dict c join schemas s on s.oid = dictnamespace, own where dictowner = owner
        and not exists (select 1 from pg_depend d where d.classid = 'pg_ts_dict'::regclass and d.objid = c.oid
          and d.deptype = 'e')
    union all
    select format('collation %I.%I', nspname, collname)
      from pg_collation c join schemas s on s.oid = collnamespace, own where collowner = owner
  loop
    execute format('alter %s owner to ${APP_ROLE}', change);
  end loop;
end
$$`
