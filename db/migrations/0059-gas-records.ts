import { type Kysely, sql } from 'kysely'

/**
 * What an engineer recorded of each gas appliance that they worked on, as regulation 26(9) of the Gas Safety (Installation and Use)
 * Regulations 1998 asks, with the warning notice of one that is unsafe; and why there is no record of a job that may have been gas work.
 * A row never changes: one that was recorded by mistake is marked as removed. After an erasure its texts are empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table gas_appliances (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    kind text not null,
    make text not null,
    model text not null,
    location text not null,
    serial_number text not null,
    checks text not null,
    pressure_reading text not null,
    heat_input text not null,
    combustion text not null,
    work_done text not null,
    outcome text not null check (outcome in ('safe', 'at_risk', 'immediately_dangerous')),
    defect text not null,
    turned_off text check (turned_off in ('yes', 'refused')),
    notice text check (notice in ('signed', 'refused', 'absent')),
    signer_name text check (length(signer_name) <= 100),
    signature text check (length(signature) <= 6000),
    is_reportable integer not null check (is_reportable in (0, 1)),
    report_reason text not null,
    licence_number text not null check (length(licence_number) = 7),
    engineer_name text not null,
    recorded_at text not null,
    recorded_by text not null,
    removed_at text,
    removed_by text,
    emergency_called_at text,
    emergency_reference text not null,
    reported_at text,
    reported_by text,
    report_note text not null,
    check ((outcome = 'safe') = (turned_off is null)),
    check ((outcome = 'safe') = (notice is null)),
    check (notice is null or notice <> 'signed' or (signature is not null and signer_name is not null)),
    check (is_reportable = 0 or outcome <> 'safe'),
    check ((removed_at is null) = (removed_by is null)),
    check ((reported_at is null) = (reported_by is null))
  )`.execute(db)
  await sql`create index gas_appliances_booking on gas_appliances (booking_id)`.execute(db)
  await sql`create index gas_appliances_to_report on gas_appliances (recorded_at) where is_reportable = 1 and reported_at is null and removed_at is null`.execute(
    db,
  )
  await sql`create table gas_reasons (
    booking_id text primary key references bookings (id) on delete cascade,
    reason text not null check (length(reason) <= 300),
    at text not null,
    actor text not null
  )`.execute(db)
}
