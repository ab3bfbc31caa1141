-- Who may do what. It runs each time, as roles may be made later, or by an administrator.
revoke all on schema mazurka from public;
revoke all on all functions in schema mazurka from public;
revoke all on all tables in schema mazurka from public;
revoke all on all sequences in schema mazurka from public;

do $roles$
declare
    the_role text;
    names text[];
    the_function oid;
begin
    foreach the_role in array array['mazurka_worker', 'mazurka_submitter', 'mazurka_reader'] loop
        if not exists (select from pg_catalog.pg_roles where rolname = the_role) then
            begin
                execute format('create role %I nologin', the_role);
            exception
                when insufficient_privilege then
                    continue;
                -- Made for another database at the same moment.
                when duplicate_object or unique_violation then
                    null;
            end;
        end if;
        names := case the_role
            when 'mazurka_worker' then array['version', 'enrol', 'take', 'heartbeat', 'release',
                'commit', 'job', 'results', 'conclude']
            when 'mazurka_submitter' then array['version', 'submit', 'statuses', 'outcome',
                'cancel', 'forget', 'job', 'export_head', 'export_trunks', 'export_nodes', 'export_kids',
                'export_items']
            else array['version', 'statuses', 'outcome', 'export_head', 'export_trunks',
                'export_nodes', 'export_kids', 'export_items']
        end;
        execute format('grant usage on schema mazurka to %I', the_role);
        for the_function in
            select p.oid from pg_catalog.pg_proc p
                where p.pronamespace = 'mazurka'::regnamespace and p.proname = any (names)
        loop
            execute format('grant execute on function %s to %I',
                the_function::regprocedure, the_role);
        end loop;
    end loop;
end $roles$;
