// Package farm runs numbered pieces of work on many machines: chains by the hundred, simulation
// studies of thousands of replications. The results are the same, bit for bit, for any number of
// machines, and however often one of them fails.
//
// # When one machine is not enough
//
// One machine goes a long way: chains run side by side on its processors. A farm pays when the work
// takes an hour or more and consists of pieces that do not need each other. Slurm takes about a
// second for each part of a job, and some seconds until the first one starts. A part should last a
// minute or more, and [Farm] sees to it.
//
//	on := farm.Farm{Dir: "/shared/me/study", On: farm.Slurm{Options: []string{"--time=2:00:00"}}}
//	tr, err := sampler.Run(ctx, model, sampler.Settings{Chains: 200, On: on})
//	ranks, err := farm.Map(ctx, on, "coverage", settings, 5000, replication)
//
// In a notebook, nb.Run takes the same Settings, and verify.Settings.On runs the replications of
// SBC, JointTest and Blocks and the chains of Enumerate on a farm, with the same report.
//
// The notebook 18_more_than_one_machine runs such a study, and breaks it. On this machine a farm
// costs little: with pieces of a second it took 2 % more processor time than sampler.Run
// (BenchmarkOverhead).
//
// # Topics of many documents
//
// They do not need a farm for long. A chain of lda.Fast with 1000 topics takes 10 bytes a token,
// and the documents as many again, so 24 GiB hold 1.2 billion tokens, 256 GB 13 billion and 1 TB 50
// billion. If lda.Prior.ModelSeq reads the documents from files, they take no memory, and twice as
// many tokens fit. Chains that each fit on a machine run on a farm as all others do.
//
// One chain over several machines is lda.Sharded: each sweep is two calls of Map. Seconds a sweep,
// for 1000 topics, 100 000 words and nodes of 32 processors:
//
//	tokens          nodes   compute   topics   z, words   Slurm    sum       lda.Fast on one node
//	1 billion           8       2.2      0.6        1.6    4–20     8–24          8
//	10 billion         32       5.4      2.6       16      4–20    28–44         78
//	100 billion       128      14       10        160      4–20   190–200       780, if they fit
//
// No such cluster was at hand: this is computed from what was measured on one machine, 0.56 µs a
// token for Sharded and 0.15 µs for Fast, which gets 60 % of 32 processors. A disk of 5 GB/s for
// all nodes moves 4 bytes for each topic and word to each node, and 8 bytes a token. Slurm takes 2
// to 10 s for a Map. At 100 topics Sharded needed about twice as many sweeps as Fast for the same
// held-out likelihood. So it pays above ten billion tokens, or where they do not fit.
//
// What was run is smaller: 200 million tokens from a stream, in 4 shards, on one machine with each
// part in a process of its own (bench/lda sharded). With 200 topics and 50 000 words a sweep took
// 0.29 µs of a processor for a token, its files included. The program that waits had at most 269
// MiB, and the largest part 136 MiB. A shard takes 1.7 bytes a token, and the topics 2.
//
// # A recipe for Slurm
//
// Log in where sbatch works. Put the program, or the notebook, into a folder that the nodes share,
// and name such a folder in Farm.Dir. Options are those of sbatch: --partition, --time, --mem,
// --account. With --cpus-per-task=8 a part computes eight pieces at a time. What a part prints is
// in part-N.log beside its results. If the program must stop, stop it: the same program goes on
// later.
//
// Settings.Until is asked between jobs of Slurm. Each makes as many draws as all before it, so
// eleven jobs answer its questions up to 100 000 draws. A model that records moments needs a job
// for each.
//
// [Command] does the same for other schedulers with array jobs. [Kubernetes] writes the manifest of
// an Indexed Job into the folder of the job and applies it with kubectl. No cluster has run it yet.
//
// # How it works
//
// There is no server. The scheduler that the machines already have starts this same program again,
// once for each part of the job. There, the program runs to the same call of [Map], computes the
// pieces of its part, writes each into a file, and ends. So functions need no registry, and their
// variables no encoding. This asks three things of a program:
//
//   - Dir is a folder that all machines see under the same name. A copy of the program lies there.
//   - What runs before the call is cheap, and the same each time: it runs again for each part.
//     [Worker] tells a part that it is one.
//   - Random numbers of piece i depend only on i, as sampler.Stream(label, seed, i) does.
//
// # What can go wrong
//
// A file of a result has a checksum and appears in one step. Missing and damaged ones are computed
// again, up to five times. A chain goes on from its last checkpoint on another machine. If the
// program that waits is killed, start it again: it takes the pieces that are there, and waits for
// the job that still runs. Files that a file server shows late are waited for, a minute in all.
// Cancelling the context cancels the job and keeps the pieces. Two programs may work on one folder:
// they find each other's pieces, and at worst compute some of them twice. No decision depends on a
// clock, so clocks of machines may differ: if a file appears whose date is more than two minutes
// off, Progress says so. A machine that does not see the folder, a scheduler that is not there, a
// full disk and a result that no file can hold are errors, each with a sentence of its own.
//
// The results of a job are found again as long as its key is the same. For [Map] it is the key of
// nb.Memo: the name, the data, and the code of the function with all that it calls, in any file or
// package, with the versions of other modules. For a run it covers the model's data, its blocks by
// their effect, the settings, and the source of this library. It cannot see what the function reads
// from files or the environment. Delete the folder Dir when the study is over.
//
// Processors of one architecture give the same bits. On another (arm64 beside amd64) the last digit
// of a number may differ, so a job belongs to one architecture, which is part of its key.
package farm
