"""Measure the service under load, attacks and faults. All traffic goes to 127.0.0.1, bounded in count and time.

- `clients`: clients that send a mix of reads, and their figures.
- `service`: Byline's own Neo4j with a generated graph, and a server, as processes whose memory is measured.
- `soak`: errors, latency and memory over minutes (`make soak`).
- `attacks`, `attack`: attacks and their effect on ordinary clients (`make attack`).
- `faults`: random faults (`make faults`) of processes (`process_faults`), and of files, disks and the clock
  (`environment_faults`), which an operator repairs (`fault_operator`).
- `random_documents`, `fuzz_documents`: random GraphQL requests, and checks of each response (`make fuzz-documents`).
- `mutations`, `mutated_files`, `fuzz_files`: damaged and hostile files of every source (`make fuzz-files`).
"""
